//! Brings the deadlines of waiting contacts and the count of promises met up to date, after changes of the settings and once a day.

use chrono::TimeDelta;

use super::{Calendar, DEADLINES_LOCK, store};
use crate::{
    app::App,
    features::contacts::stats::{PromiseStats, store::promise_stats},
    foundation::settings::{
        self,
        met_promises::{self, MetPromises, PERIOD_DAYS},
    },
    platform::{error::Result, text::date},
};

/// Maximum number of contacts that one transaction changes, so that new contacts needn't wait long.
const CONTACTS_AT_ONCE: usize = 200;

/// Moves the deadlines to those of the settings if the settings changed, and then counts the promises. Without a change, counts
/// once a day.
pub async fn run(app: &App) -> Result<()> {
    let (now, db) = (app.clock.now(), app.db.reader());
    let contact = settings::store::contact(db).await?;
    let settings_hash = Some(contact.deadline_hash());
    let before = met_promises::store::find(db).await?;
    if before.settings_hash != settings_hash {
        extend_deadlines(app, &Calendar::new(&contact)).await?;
    } else if before.counted_at.map(date::day_of) == Some(date::day_of(now)) {
        return Ok(());
    }
    let PromiseStats { due, met } = promise_stats(db, now - TimeDelta::days(PERIOD_DAYS)..now).await?;
    let after = MetPromises { due, met, counted_at: Some(now), settings_hash };
    let mut tx = app.db.begin().await?;
    if after.shown_percent(&contact) != before.shown_percent(&contact) {
        tx.content_changed().await?;
    }
    met_promises::store::update(&*tx, after).await?;
    tx.commit().await
}

/// Moves the deadlines of all waiting contacts to later ones of the calendar, in batches. Another run at the same time does no harm.
async fn extend_deadlines(app: &App, calendar: &Calendar) -> Result<()> {
    // Waits until the contacts that are being stored with a deadline of the former settings can be listed.
    let tx = app.db.begin().await?;
    tx.lock(DEADLINES_LOCK).await?;
    tx.commit().await?;
    for contacts in store::list_waiting(app.db.reader()).await?.chunks(CONTACTS_AT_ONCE) {
        let tx = app.db.begin().await?;
        store::extend_deadlines(&*tx, contacts, calendar).await?;
        // The notice depends on the business hours even if the deadline is the same.
        store::discard_plans(&*tx, contacts).await?;
        tx.commit().await?;
    }
    Ok(())
}
