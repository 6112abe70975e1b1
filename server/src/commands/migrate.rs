//! `vitrine migrate`: creates the database, or brings it up to date, without serving.

use crate::{
    app::{App, config::Config},
    platform::{clock::Clock, db::Database, telemetry},
};

pub(super) async fn run() -> anyhow::Result<()> {
    let config = Config::from_env()?;
    telemetry::start(config.log_json);
    let db = Database::open_with(&config.database_url, config.database_connections).await?;
    // The path reveals a wrong data folder.
    let path = config.database_url.strip_prefix("sqlite:").map(|path| format!(" {path}")).unwrap_or_default();
    // Makes the secret key of a new database.
    App::new(config, db.clone(), Clock::system()).await?;
    db.close().await;
    eprintln!("The database{path} is up to date.");
    Ok(())
}
