//! The daily mail to administrators about requests whose deadline is near or has passed.

use super::{notices, store};
use crate::{
    app::App,
    foundation::{
        identity::store::users,
        mail::{
            self,
            digests::{self, store::LastDigest},
        },
    },
    platform::error::Result,
};

/// Maximum number of requests that the digest names.
const MAX_NAMED: u64 = 50;

/// Queues the digest for all administrators, at most once a day, if an open request is overdue or due within three days.
pub async fn run(app: &App) -> Result<()> {
    let now = app.clock.now();
    if !digests::is_digest_hour_reached(now) {
        return Ok(());
    }
    let tx = app.db.begin().await?;
    if LastDigest::lock(&*tx, notices::DIGEST, now).await?.is_of_today(now) {
        return Ok(());
    }
    let named = store::list_due(&*tx, now, MAX_NAMED).await?;
    if named.is_empty() {
        return Ok(());
    }
    let counts = store::summary(&*tx, now).await?;
    let admins = users::list_admin_emails(&*tx).await?;
    let messages = admins.iter().map(|email| notices::digest(app, &named, &counts, email)).collect();
    // This digest replaces earlier ones that were not sent.
    mail::store::delete_waiting(&*tx, &[notices::DIGEST], None, now).await?;
    mail::queue_all(app, &tx, messages).await?;
    digests::store::set_queued(&*tx, notices::DIGEST, now).await?;
    tx.commit().await?;
    tracing::info!(due_soon = counts.due_soon, overdue = counts.overdue, "digest of privacy requests queued");
    Ok(())
}
