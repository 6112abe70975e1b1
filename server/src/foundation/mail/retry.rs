//! Tries everything that hasn't been sent again at once, after the configuration or the mail server was at fault.

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

/// As many as one request may lock.
const MOST: u64 = 1000;

/// Returns how many messages are tried again. Those whose own end has passed stay as they are.
pub async fn retry_all(app: &App, actor: &Actor) -> Result<u64> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let mut retried = 0;
    // Those that failed are queued afterwards.
    for state in [MailState::Queued, MailState::Failed] {
        for message in store::list(&*tx, &OutboxFilter { state: Some(state) }, None, MOST).await? {
            let body = store::find_body(&*tx, &app.secret_key, message.id).await?.unwrap_or_default();
            let has_ended = body.ends_at.is_some_and(|end| end <= now);
            if !has_ended && store::retry(&*tx, message.id, now, body.ends_at).await?.is_some() {
                retried += 1;
            }
        }
    }
    if retried > 0 {
        tx.wakes(&app.mail_queued);
        let event = Event::new(Action::MailAllRetried).after(&serde_json::json!({"messages": retried}));
        audit::record(app, &tx, actor, event).await?;
    }
    tx.commit().await?;
    app.mail_pause.succeed();
    Ok(retried)
}
