//! Who did what, and when: an append-only log, from which only personal data is erased. Each event
//! carries a MAC over the one before, which detects events that are changed, removed or reordered in the database
//! without the secret key.

mod action;
pub mod admin;
mod chain;
mod changes;
pub mod erasure;
mod event;
mod export;
pub mod last_change;
pub mod latest;
pub mod model;
mod store;
pub mod verify;

use sea_orm::ConnectionTrait;
use uuid::Uuid;

use crate::{
    app::App,
    foundation::identity::actor::Actor,
    platform::{db::Transaction, error::Result},
};

pub use action::Action;
pub use event::Event;

/// Writes an event in the transaction of its cause. Call it last: it holds the end of the log, for which everybody
/// else who records something waits, until the transaction ends.
pub async fn record(app: &App, tx: &Transaction, actor: &Actor, event: Event) -> Result<()> {
    let head = store::lock_head(&**tx).await?;
    let row = chain::link(&app.secret_key, &head, event.row(actor, head.sequence, app.clock.now()));
    let head = chain::head(&app.secret_key, row.sequence, &row.mac);
    store::append(&**tx, row, head).await
}

/// What an account did, the newest first.
pub async fn list_of_actor(
    connection: &impl ConnectionTrait,
    user: Uuid,
    limit: u64,
) -> Result<Vec<model::AuditEvent>> {
    store::list_of_actor(connection, user, limit).await
}

/// Opens the log of a new database with an event of its own: from then on an empty log is a wiped one.
pub async fn open(app: &App) -> Result<()> {
    let tx = app.db.begin().await?;
    if store::lock_head(&*tx).await?.sequence == 0 {
        record(app, &tx, &Actor::system(), Event::new(Action::AuditOpened)).await?;
        tx.commit().await?;
    }
    Ok(())
}
