//! The program's entry.

use std::{process::ExitCode, time::Duration};

/// How long blocking work, such as drawing a picture, may delay the end of the process.
const BLOCKING_WORK: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error.into()),
    };
    let result = runtime.block_on(vitrine::commands::run());
    runtime.shutdown_timeout(BLOCKING_WORK);
    result.map_or_else(|error| failed(&error), |()| ExitCode::SUCCESS)
}

fn failed(error: &anyhow::Error) -> ExitCode {
    eprintln!("vitrine: {error:#}");
    ExitCode::FAILURE
}
