//! What the program can be told to do.

mod addresses;
mod admin;
mod audit;
mod mail;
mod migrate;
mod openapi;
mod person;
mod serve;

use clap::{Parser, Subcommand};

use crate::{
    app::{App, config::Config},
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
    /// Look after administrators.
    #[command(subcommand)]
    Admin(admin::Admin),
    /// Look after the audit log.
    #[command(subcommand)]
    Audit(audit::Audit),
    /// Look after mail that waits.
    #[command(subcommand)]
    Mail(mail::Mail),
    /// Erase all data of a person, by e-mail address. It can't be undone.
    ErasePerson {
        /// The address the person wrote from, subscribed with or has an account with.
        email: String,
    },
    /// Print the API's contract.
    Openapi,
    /// Print the public addresses as JSON.
    Addresses,
}

pub async fn run() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Serve => serve::run().await,
        Command::Migrate => migrate::run().await,
        Command::Admin(admin) => admin.run().await,
        Command::Audit(audit) => audit.run().await,
        Command::Mail(mail) => mail.run().await,
        Command::ErasePerson { email } => person::erase(&email).await,
        Command::Openapi => openapi::run(),
        Command::Addresses => addresses::run(),
    }
}

/// Opens the existing database, which must be up to date, and closes it after the work.
async fn with_app<T>(work: impl AsyncFnOnce(&App) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let config = Config::from_env()?;
    telemetry::start(config.log_json);
    let db = Database::open_existing(&config.database_url, config.database_connections).await?;
    let app = App::new(config, db.clone(), Clock::system()).await?;
    let result = work(&app).await;
    db.close().await;
    result
}
