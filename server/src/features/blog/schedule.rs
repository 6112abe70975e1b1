//! Publishes and unpublishes what it is time for. Every process asks every few seconds; what one has done, the next finds
//! done.

use super::{save::about, store::schedule as store};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::actor::Actor,
    },
    platform::error::Result,
};

pub async fn run(app: &App) -> Result<()> {
    let now = app.clock.now();
    if !store::is_due(app.db.reader(), now).await? {
        return Ok(());
    }
    let mut tx = app.db.begin().await?;
    // First, for its lock: what is found from here on is as the process before left it.
    tx.content_changed().await?;
    let due = store::due_for_update(&*tx, now).await?;
    if due.is_empty() {
        return Ok(());
    }
    for (version, before) in &due {
        // What should have come and gone while nobody was here doesn't come.
        let comes_out = !before.is_published && before.unpublish_at.is_none_or(|end| end > now);
        // As of the moment that was planned, however late it is.
        let at = before.publish_at.unwrap_or(now);
        let after = store::set_published(&*tx, (*version, before), comes_out, at, now).await?;
        let event = if comes_out {
            about(Action::PostPublished, &after)
        } else {
            about(Action::PostUnpublished, &after)
        };
        let event = event.changed(before, &after);
        audit::record(app, &tx, &Actor::system(), event).await?;
        tracing::info!(post = %after.id, is_published = comes_out, "a plan for a post was carried out");
    }
    tx.commit().await
}
