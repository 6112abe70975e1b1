//! The entry point of the program.

use std::{
    env,
    ffi::OsStr,
    os::unix::process::CommandExt,
    process::{Command, ExitCode},
    thread::available_parallelism,
    time::Duration,
};

/// Maximum time that blocking work, such as drawing a picture, delays the end of the process.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// The variable with the maximum number of heaps of glibc. Other C libraries ignore it.
const MAX_HEAPS_VARIABLE: &str = "MALLOC_ARENA_MAX";

fn main() -> ExitCode {
    limit_heaps();
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error.into()),
    };
    let result = runtime.block_on(vitrine::commands::run());
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    result.map_or_else(|error| failed(&error), |()| ExitCode::SUCCESS)
}

/// Starts `vitrine serve` again with a limit of heaps, unless it has one: glibc reads the limit only at the start of a process.
/// By default, there are eight heaps per processor, and each retains freed memory.
fn limit_heaps() {
    let mut arguments = env::args_os();
    let name = arguments.next();
    let arguments: Vec<_> = arguments.collect();
    let is_server = arguments.first().is_some_and(|command| command == "serve");
    if !is_server || env::var_os(MAX_HEAPS_VARIABLE).is_some() {
        return;
    }
    let Ok(program) = env::current_exe() else { return };
    // If the dynamic loader started the program, it would read the arguments as its own.
    if program.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"ld-")) {
        return;
    }
    let heaps = available_parallelism().map_or(2, |processors| processors.get().max(2));
    let mut command = Command::new(program);
    command.arg0(name.as_deref().unwrap_or(OsStr::new("vitrine"))).args(arguments);
    // Returns only on failure. The server then runs without the limit.
    let error = command.env(MAX_HEAPS_VARIABLE, heaps.to_string()).exec();
    eprintln!("vitrine: {MAX_HEAPS_VARIABLE} could not be set: {error}");
}

/// Prints an error, and returns the exit code.
fn failed(error: &anyhow::Error) -> ExitCode {
    eprintln!("vitrine: {error:#}");
    ExitCode::FAILURE
}
