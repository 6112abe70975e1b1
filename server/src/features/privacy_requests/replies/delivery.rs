//! Delivery of replies: whether the mail server has accepted them.

use uuid::Uuid;

use super::store;
use crate::{
    app::App,
    features::privacy_requests::{
        model::{PrivacyRequestState, Progress},
        store as requests,
    },
    foundation::{
        audit::{self, Action},
        identity::actor::Actor,
        mail::{self, model::MailState},
    },
    platform::{db::Transaction, error::Result},
};

/// Updates replies after the state of their messages in the outbox has changed. If a reply could not be sent, its request is in
/// progress again, because it isn't answered. Any process may call it.
pub async fn settle(app: &App) -> Result<()> {
    let db = app.db.reader();
    let unsent = store::list_unsent(db).await?;
    if unsent.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = unsent.iter().map(|reply| reply.outbox_id).collect();
    let messages = mail::store::find_all(db, &ids).await?;
    for reply in unsent {
        let message = messages.iter().find(|message| message.id == reply.outbox_id);
        // A missing message has failed: unsent messages are deleted only when they are old, or by an administrator.
        let state = message.map_or(MailState::Failed, |message| message.state);
        if state != reply.state {
            let tx = app.db.begin().await?;
            store::set_state(&*tx, reply.id, state).await?;
            if state == MailState::Failed {
                reopen(app, &tx, reply.request_id).await?;
            }
            tx.commit().await?;
        }
    }
    Ok(())
}

/// Sets an answered request to in progress. Does nothing if the person's data was erased meanwhile.
async fn reopen(app: &App, tx: &Transaction, request_id: Uuid) -> Result<()> {
    let Some((version, request)) = requests::find_for_update(&**tx, request_id).await? else { return Ok(()) };
    if request.state != PrivacyRequestState::Done || request.email.is_empty() {
        return Ok(());
    }
    let progress = Progress { state: PrivacyRequestState::InProgress, ..Progress::of(&request) };
    let (_, after) = requests::update(&**tx, (version, &request), progress, app.clock.now()).await?;
    let event = request.event(Action::PrivacyRequestUpdated).changed(&request, &after);
    audit::record(app, tx, &Actor::system(), event).await
}
