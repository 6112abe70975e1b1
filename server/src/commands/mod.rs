//! What the program can be told to do.

mod admin;
mod audit;
mod migrate;
mod openapi;
mod serve;

use clap::{Parser, Subcommand};

/// The website and back office of an IT services company.
#[derive(Parser)]
#[command(name = "vitrine", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the site and the panel.
    Serve,
    /// Create the database, or apply the migrations that `serve` would apply, without serving.
    Migrate,
    /// Look after administrators.
    #[command(subcommand)]
    Admin(admin::Admin),
    /// Look after the audit log.
    #[command(subcommand)]
    Audit(audit::Audit),
    /// Print the API's contract.
    Openapi,
}

pub async fn run() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Serve => serve::run().await,
        Command::Migrate => migrate::run().await,
        Command::Admin(admin) => admin.run().await,
        Command::Audit(audit) => audit.run().await,
        Command::Openapi => openapi::run(),
    }
}
