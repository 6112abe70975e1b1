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
    // The path shows the operator which data folder is used.
    let path = config.database_url.strip_prefix("sqlite:").map(|path| format!(" {path}")).unwrap_or_default();
    // Creates the secret key of a new database.
    let app = App::new(config, db.clone(), Clock::system(), audit::proof_of_key).await?;
    // So that `vitrine audit verify` can distinguish a new log from one whose events were deleted.
    audit::open(&app).await?;
    db.close().await;
    note(&format!("The database{path} is up to date."));
    Ok(())
}
