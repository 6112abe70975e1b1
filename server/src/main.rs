//! The entry point of the program.

use std::{
    env,
    ffi::OsStr,
    io::{self, Write},
    os::unix::process::CommandExt,
    process::{Command, ExitCode},
    thread::available_parallelism,
    time::Duration,
};

/// Maximum time that blocking work, such as drawing a picture, delays the end of the process.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Sets the maximum number of memory arenas of glibc. Other C libraries ignore it.
const ARENAS_VARIABLE: &str = "MALLOC_ARENA_MAX";
/// Settings of glibc that return freed memory to the operating system: blocks from 256 KiB on at once, and more than 1 MiB at the end of
/// a heap. The defaults rise with the largest freed block, which is one of a compressor.
const THRESHOLDS: [(&str, &str); 2] =
    [("MALLOC_MMAP_THRESHOLD_", "262144"), ("MALLOC_TRIM_THRESHOLD_", "1048576")];

fn main() -> ExitCode {
    limit_heaps();
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return report(&error.into()),
    };
    let result = runtime.block_on(vitrine::commands::run());
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    result.map_or_else(|error| report(&error), |()| ExitCode::SUCCESS)
}

/// Executes `vitrine serve` again with limits on the heaps of glibc, unless their number is limited: glibc reads the limits only when a
/// process starts. The default is up to eight arenas per processor, and each retains freed memory.
fn limit_heaps() {
    if !is_server() || env::var_os(ARENAS_VARIABLE).is_some() {
        return;
    }
    let Ok(program) = env::current_exe() else { return };
    // If the dynamic loader was executed with the program as argument, `current_exe` is the loader. It would interpret
    // `serve` as the program to load.
    if program.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"ld-")) {
        return;
    }
    let arenas = available_parallelism().map_or(2, |processors| processors.get().max(2));
    let mut arguments = env::args_os();
    let name = arguments.next();
    let mut command = Command::new(program);
    command.arg0(name.as_deref().unwrap_or(OsStr::new("vitrine"))).args(arguments);
    command.env(ARENAS_VARIABLE, arenas.to_string());
    command.envs(THRESHOLDS.into_iter().filter(|(name, _)| env::var_os(name).is_none()));
    // Returns only on failure. The server then runs without the limits.
    let error = command.exec();
    let _ = writeln!(io::stderr(), "vitrine: {ARENAS_VARIABLE} could not be set: {error}");
}

/// Returns whether the command is `vitrine serve`.
fn is_server() -> bool {
    env::args_os().nth(1).is_some_and(|command| command == "serve")
}

/// Prints an error and returns the exit code of a failure.
fn report(error: &anyhow::Error) -> ExitCode {
    if is_server() {
        vitrine::platform::telemetry::report_fatal(error);
    } else {
        let _ = writeln!(io::stderr(), "vitrine: {error:#}");
    }
    ExitCode::FAILURE
}
