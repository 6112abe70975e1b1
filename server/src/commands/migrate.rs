//! `vitrine migrate`: creates or migrates the database without serving.

use super::{configure, note};
use crate::{
    app::App,
    foundation::audit,
    platform::{clock::Clock, db::Database},
};

pub(super) async fn run() -> anyhow::Result<()> {
    let config = configure()?;
    let db = Database::open_with(&config.database_url, config.database_connections).await?;
    // Creates the secret key of a new database.
    let app = App::new(config, db.clone(), Clock::system(), audit::proof_of_key).await?;
    // So that `vitrine audit verify` can distinguish a new log from one whose events were deleted.
    audit::open(&app).await?;
    // The path shows the operator which data folder is used.
    note(&format!("The database is up to date: {}.", db.name()));
    db.close().await;
    Ok(())
}
