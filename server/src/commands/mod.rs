//! The commands of the program.

mod addresses;
mod admin;
mod audit;
mod mail;
mod migrate;
mod openapi;
mod person;
mod serve;

use std::{
    io::{self, Write},
    path::PathBuf,
};

use anyhow::Context;
use clap::{Parser, Subcommand};

use crate::{
    app::{App, config::Config},
    foundation,
    operations::setup,
    platform::{clock::Clock, db::Database, telemetry},
};

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
    /// Manage administrators.
    #[command(subcommand)]
    Admin(admin::Admin),
    /// Verify the audit log.
    #[command(subcommand)]
    Audit(audit::Audit),
    /// Manage queued mail.
    #[command(subcommand)]
    Mail(mail::Mail),
    /// Erase all data of a person, by email address. This can't be undone.
    ErasePerson {
        /// The email address of the person's contacts, subscriptions or account.
        email: String,
        /// A new file for the certificate, which isn't stored. Without it, the certificate goes to standard output.
        #[arg(long, value_name = "FILE")]
        certificate: Option<PathBuf>,
    },
    /// Print the contract of the API (OpenAPI).
    Openapi,
    /// Print the public addresses as JSON.
    Addresses,
}

/// Runs the command in the arguments of the program.
pub async fn run() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Serve => serve::run().await,
        Command::Migrate => migrate::run().await,
        Command::Admin(admin) => admin.run().await,
        Command::Audit(audit) => audit.run().await,
        Command::Mail(mail) => mail.run().await,
        Command::ErasePerson { email, certificate } => person::erase(&email, certificate.as_deref()).await,
        Command::Openapi => openapi::run(),
        Command::Addresses => addresses::run(),
    }
}

/// Writes a line to standard output.
fn print(text: &str) -> anyhow::Result<()> {
    writeln!(io::stdout(), "{text}").context("writing to standard output")
}

/// Writes a line to standard error. Ignores a failure, because it can't be reported anywhere.
fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Reads the configuration and starts the log.
fn configure() -> anyhow::Result<Config> {
    let config = Config::from_env(setup::problems_of_first_admin)?;
    telemetry::start(config.log_format);
    Ok(config)
}

/// Runs `work` with an existing database. Fails if a migration is pending.
async fn with_app<T>(work: impl AsyncFnOnce(&App) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let config = configure()?;
    let db = Database::open_existing(&config.database_url, config.database_connections).await?;
    let app = App::new(config, db.clone(), Clock::system(), foundation::audit::proof_of_key).await?;
    let result = work(&app).await;
    db.close().await;
    result
}
