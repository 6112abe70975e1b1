//! The maintenance job that counts the visits of each past day, once, and deletes old events. The panel shows these counts.

use std::ops::Range;

use chrono::{NaiveDate, TimeDelta};

use super::{
    counting::{DayFigures, count_day},
    store::{self, aggregates, salts, texts},
};
use crate::{
    app::App,
    platform::{clock::Timestamp, error::Result, text::date},
};

/// Age at which events are deleted.
pub const MAX_EVENT_AGE: TimeDelta = TimeDelta::days(30);
/// Time after midnight at which the past day can be counted. By then, all processes have stored their buffered events.
const SETTLING: TimeDelta = TimeDelta::minutes(10);
/// Maximum number of events that one transaction deletes, so that other writes don't wait.
const EVENTS_AT_ONCE: u64 = 2_000;

/// Counts the past days that aren't counted yet. Deletes events that are older than 30 days, and the salts of past days.
pub async fn run(app: &App) -> Result<()> {
    let now = app.clock.now();
    delete_future(app, date::day_of(now)).await?;
    let Some(mut day) = first_pending(app).await? else { return Ok(()) };
    while let Some(span) = span_of(day).filter(|span| span.end + SETTLING <= now) {
        let DayFigures { totals, figures } = count_day(app, day, &span).await?;
        let tx = app.db.begin().await?;
        tx.lock(texts::LOCK).await?;
        if !texts::are_stored(&*tx, &span, &figures).await? {
            // An erasure has removed texts since they were counted.
            continue;
        }
        aggregates::create(&*tx, day, totals, figures).await?;
        tx.commit().await?;
        let Some(next) = day.succ_opt() else { break };
        day = next;
    }
    delete_old(app, now).await
}

/// Deletes the figures of today and later days, which were counted while the clock was ahead, so that these days are counted when they
/// are over. Leaves them if they may be right, and the clock is behind now: then their events may no longer exist.
async fn delete_future(app: &App, today: NaiveDate) -> Result<()> {
    let Some(days) = aggregates::range(app.db.reader()).await?.filter(|days| days.last >= today) else {
        return Ok(());
    };
    if days.last - today >= MAX_EVENT_AGE {
        tracing::warn!(last = %days.last, "visits aren't counted: the figures of later days exist. Check the clock");
        return Ok(());
    }
    let tx = app.db.begin().await?;
    aggregates::delete_from(&*tx, today).await?;
    tx.commit().await
}

/// Returns the first day that isn't counted yet. `None` before the first visit.
pub async fn first_pending(app: &App) -> Result<Option<NaiveDate>> {
    let db = app.db.reader();
    if let Some(days) = aggregates::range(db).await? {
        return Ok(days.last.succ_opt());
    }
    Ok(store::first_at(db).await?.map(date::day_of))
}

/// Returns the span of time of a day in São Paulo.
#[must_use]
pub fn span_of(day: NaiveDate) -> Option<Range<Timestamp>> {
    Some(date::start_of(day)?..date::start_of(day.succ_opt()?)?)
}

/// Deletes the salts of past days and the events that are older than 30 days.
async fn delete_old(app: &App, now: Timestamp) -> Result<()> {
    let today = date::day_of(now);
    let tx = app.db.begin().await?;
    salts::delete_before(&*tx, today).await?;
    tx.commit().await?;
    let Some(before) = date::start_of(today - MAX_EVENT_AGE) else { return Ok(()) };
    loop {
        let tx = app.db.begin().await?;
        let deleted = store::delete_before(&*tx, before, EVENTS_AT_ONCE).await?;
        tx.commit().await?;
        if deleted == 0 {
            return Ok(());
        }
        tracing::debug!(deleted, "old events of visits deleted");
    }
}
