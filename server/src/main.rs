//! The program's entry.

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    match vitrine::commands::run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("vitrine: {error:#}");
            ExitCode::FAILURE
        }
    }
}
