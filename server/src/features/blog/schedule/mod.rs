//! Publishes and unpublishes posts at their scheduled times. Each process checks for due posts every few seconds.

pub mod input;
pub mod store;

use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::actor::Actor,
    },
    platform::error::Result,
};

/// Publishes and unpublishes the posts that are due.
pub async fn run(app: &App) -> Result<()> {
    let now = app.clock.now();
    if !store::is_due(app.db.reader(), now).await? {
        return Ok(());
    }
    let mut tx = app.db.begin().await?;
    // Locks the content revision before the posts are read, because another process may change the same posts.
    tx.content_changed().await?;
    let due = store::due_for_update(&*tx, now).await?;
    if due.is_empty() {
        return Ok(());
    }
    for (version, before) in &due {
        let schedule = before.schedule;
        // If both times have passed, the post stays unpublished, and only its schedule is cleared.
        let publish = !schedule.is_published && schedule.unpublish_at.is_none_or(|end| end > now);
        let published_at = schedule.publish_at.unwrap_or(now);
        let after = store::set_published(&*tx, (*version, before), publish, published_at, now).await?;
        let action = if publish { Action::PostPublished } else { Action::PostUnpublished };
        audit::record(app, &tx, &Actor::system(), after.event(action).changed(before, &after)).await?;
        tracing::info!(post = %after.id, is_published = publish, "post published or unpublished on schedule");
    }
    tx.commit().await
}
