//! The audit log: who did what, and when. Events are only added; only the personal data in them can be erased. The MAC of each
//! event covers the previous event, so that changed, removed and reordered events are detected.

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
pub mod personal_data;
mod store;
pub mod verify;

use crate::{
    app::App,
    foundation::identity::actor::Actor,
    platform::{
        crypto::key_check::Proof,
        db::{Database, Transaction},
        error::Result,
    },
};

pub use action::Action;
pub use event::Event;

/// Records an event in the transaction of the action. Call it last, because it blocks the events of other transactions until
/// this transaction ends.
pub async fn record(app: &App, tx: &Transaction, actor: &Actor, event: Event) -> Result<()> {
    record_all(app, tx, actor, vec![event]).await
}

/// Like [`record`], for several events.
pub async fn record_all(app: &App, tx: &Transaction, actor: &Actor, events: Vec<Event>) -> Result<()> {
    if events.is_empty() {
        return Ok(());
    }
    let mut head = store::lock_head(&**tx).await?;
    let mut rows = Vec::new();
    for event in events {
        let row = chain::link(&app.secret_key, &head, event.row(actor, head.sequence, app.clock.now()));
        head = chain::head(&app.secret_key, row.sequence, &row.mac);
        rows.push(row);
    }
    store::append(&**tx, rows, head).await
}

/// Returns a proof of the secret key from the end of the log; `None` if the log is empty.
pub async fn proof_of_key(db: &Database) -> anyhow::Result<Option<Proof>> {
    Ok(chain::proof_of_key(store::head(db.reader()).await?))
}

/// Records the first event of a new database. An empty log therefore means that events were deleted.
pub async fn open(app: &App) -> Result<()> {
    let tx = app.db.begin().await?;
    if store::lock_head(&*tx).await?.sequence == 0 {
        record(app, &tx, &Actor::system(), Event::new(Action::AuditOpened)).await?;
        tx.commit().await?;
    }
    Ok(())
}
