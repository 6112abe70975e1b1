//! Counts the promises met in the last 90 days, whose share the site may show.

use chrono::TimeDelta;
use sea_orm::ConnectionTrait;

use super::{PromiseStats, store::promise_stats};
use crate::{
    app::App,
    foundation::settings::{
        self,
        met_promises::{self, MetPromises, PERIOD_DAYS},
    },
    platform::{clock::Timestamp, error::Result, text::date},
};

/// Counts once a day. Makes cached pages stale if they show another share than before.
pub async fn run(app: &App) -> Result<()> {
    let (now, db) = (app.clock.now(), app.db.reader());
    let before = met_promises::store::find(db).await?;
    if before.counted_at.is_some_and(|counted_at| date::day_of(counted_at) == date::day_of(now)) {
        return Ok(());
    }
    let contact = settings::store::contact(db).await?;
    let PromiseStats { due, met } = count(db, now).await?;
    let after = MetPromises { due, met, counted_at: Some(now) };
    let mut tx = app.db.begin().await?;
    if after.shown_percent(&contact) != before.shown_percent(&contact) {
        tx.content_changed().await?;
    }
    met_promises::store::update(&*tx, due, met, now).await?;
    tx.commit().await
}

/// Counts after a change of the settings.
pub async fn recount(connection: &impl ConnectionTrait, now: Timestamp) -> Result<()> {
    let PromiseStats { due, met } = count(connection, now).await?;
    met_promises::store::update(connection, due, met, now).await
}

async fn count(connection: &impl ConnectionTrait, now: Timestamp) -> Result<PromiseStats> {
    promise_stats(connection, now - TimeDelta::days(PERIOD_DAYS)..now).await
}
