//! Mail that asks the owners of imported addresses to confirm. Only a few of these messages wait in the outbox at a time,
//! so that they don't delay other mail.

use crate::{
    app::App,
    features::{
        newsletter::{links, model::Consent, notices, store},
        pages::{self, content::newsletter::NewsletterContent},
    },
    foundation::{mail, settings},
    platform::{error::Result, id},
};

/// Maximum number of these messages that wait for their first attempt.
const MAX_WAITING: u64 = 20;

/// Queues the next batch. Returns the number of messages.
pub async fn queue_next(app: &App) -> Result<usize> {
    if app.mail().is_none() || !store::links::has_uninvited(app.db.reader()).await? {
        return Ok(0);
    }
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let waiting = mail::store::kinds::count_unattempted(&*tx, notices::INVITATION).await?;
    let batch = store::links::list_uninvited(&*tx, MAX_WAITING.saturating_sub(waiting)).await?;
    let company = settings::store::company(&*tx).await?.name;
    let content: NewsletterContent = pages::store::read(&*tx, now).await?;
    let mut messages = Vec::new();
    for subscription in batch {
        let token = id::new_token();
        let consent = Consent::from(content.clone());
        messages.push(notices::invitation(app, &subscription, &company, &consent.text, &token.secret));
        store::links::invite(&*tx, subscription.id, consent, &token.hash, now).await?;
    }
    let queued = mail::queue_all(app, &tx, messages).await?.len();
    tx.commit().await?;
    Ok(queued)
}

/// Deletes invitations that expired before the first attempt to send them, so that [`queue_next`] queues new ones.
/// Returns their number.
pub async fn requeue_expired(app: &App) -> Result<usize> {
    let tx = app.db.begin().await?;
    let now = app.clock.now();
    let emails = mail::store::kinds::take_expired(&*tx, notices::INVITATION, now).await?;
    store::links::uninvite(&*tx, &emails, now - links::INVITED_WITHIN).await?;
    tx.commit().await?;
    Ok(emails.len())
}
