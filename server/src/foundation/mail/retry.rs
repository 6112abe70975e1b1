//! Retries all messages, for use after a problem with the configuration or the mail server was fixed.

use super::{
    model::{MailState, OutboxFilter},
    store,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::actor::Actor,
    },
    platform::error::Result,
};

/// Maximum number of messages in each state that one call retries. It is limited because the call locks these messages.
const MAX_RETRIED: u64 = 1000;

/// Retries failed and queued messages immediately, up to 1000 of each, except those that have expired. Also ends pauses of
/// sending. Returns the number of retried messages.
pub async fn retry_all(app: &App, actor: &Actor) -> Result<u64> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let mut retried = 0;
    // Failed messages come second, because they become queued when they are retried.
    for state in [MailState::Queued, MailState::Failed] {
        for message in store::list(&*tx, &OutboxFilter { state: Some(state) }, None, MAX_RETRIED).await? {
            let body = store::find_body(&*tx, &app.secret_key, message.id).await?.unwrap_or_default();
            let has_expired = body.ends_at.is_some_and(|end| end <= now);
            if !has_expired && store::retry(&*tx, message.id, now, body.ends_at).await?.is_some() {
                retried += 1;
            }
        }
    }
    if retried > 0 {
        tx.notify_after_commit(&app.mail_queued);
        tx.notify_after_commit(&app.mail_settled);
        let event = Event::new(Action::MailAllRetried).after(&serde_json::json!({"retried": retried}));
        audit::record(app, &tx, actor, event).await?;
    }
    tx.commit().await?;
    app.mail_pause.succeed();
    app.bulk_mail_pause.succeed();
    Ok(retried)
}
