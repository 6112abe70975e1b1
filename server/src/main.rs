//! The program's entry.

use std::{
    env,
    ffi::OsStr,
    os::unix::process::CommandExt,
    process::{Command, ExitCode},
    thread::available_parallelism,
    time::Duration,
};

/// How long blocking work, such as drawing a picture, may delay the end of the process.
const BLOCKING_WORK: Duration = Duration::from_secs(5);

/// How many heaps glibc makes. Other C libraries ignore it.
const HEAPS: &str = "MALLOC_ARENA_MAX";

fn main() -> ExitCode {
    limit_heaps();
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error.into()),
    };
    let result = runtime.block_on(vitrine::commands::run());
    runtime.shutdown_timeout(BLOCKING_WORK);
    result.map_or_else(|error| failed(&error), |()| ExitCode::SUCCESS)
}

/// Replaces a server's process by itself with a limit on heaps, which glibc reads at the start of a process only. By default
/// there are eight for each processor, and each retains the memory that it once needed.
fn limit_heaps() {
    let mut arguments = env::args_os();
    let name = arguments.next();
    let arguments: Vec<_> = arguments.collect();
    let is_server = arguments.first().is_some_and(|command| command == "serve");
    if !is_server || env::var_os(HEAPS).is_some() {
        return;
    }
    let Ok(program) = env::current_exe() else { return };
    // Started by the dynamic loader, which would take the arguments for its own.
    if program.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"ld-")) {
        return;
    }
    let heaps = available_parallelism().map_or(2, |processors| processors.get().max(2));
    let mut command = Command::new(program);
    command.arg0(name.as_deref().unwrap_or(OsStr::new("vitrine"))).args(arguments);
    // Returns only on failure. The server then runs without the limit.
    let error = command.env(HEAPS, heaps.to_string()).exec();
    eprintln!("vitrine: {HEAPS} could not be set: {error}");
}

fn failed(error: &anyhow::Error) -> ExitCode {
    eprintln!("vitrine: {error:#}");
    ExitCode::FAILURE
}
