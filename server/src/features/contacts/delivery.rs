//! What became of answers by e-mail. A contact counts as replied to once the mail server has accepted an answer, and goes
//! on waiting while none was accepted.

use super::{
    model::AnswerDelivery,
    store::{
        self,
        replies::{self, Unsent},
    },
    triage::Handling,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::actor::Actor,
        mail::{self, model::MailState},
    },
    platform::{clock::Timestamp, error::Result},
};

/// Carries over what has happened in the outbox since. Does nothing where nothing has; any process may do it.
pub async fn settle(app: &App) -> Result<()> {
    let db = app.db.reader();
    let unsent = replies::unsent(db).await?;
    if unsent.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = unsent.iter().map(|reply| reply.outbox_id).collect();
    let messages = mail::store::find_all(db, &ids).await?;
    for reply in unsent {
        let message = messages.iter().find(|message| message.id == reply.outbox_id);
        // The outbox deletes what is old, sent or not.
        let (state, sent_at) =
            message.map_or((MailState::Failed, None), |message| (message.state, message.sent_at));
        if state != reply.state {
            carry_over(app, &reply, state, sent_at).await?;
        }
    }
    Ok(())
}

async fn carry_over(app: &App, reply: &Unsent, state: MailState, sent_at: Option<Timestamp>) -> Result<()> {
    let tx = app.db.begin().await?;
    let Some((version, contact)) = store::find_for_update(&*tx, reply.contact_id).await? else {
        return Ok(());
    };
    replies::set_state(&*tx, reply.id, state, sent_at).await?;
    let before = Handling::of(&contact);
    let mut after = match sent_at {
        Some(sent_at) => before.clone().with_accepted(&contact, sent_at),
        None => before.clone(),
    };
    // An older one that comes back says nothing about the newest.
    after.delivery = match replies::newest(&*tx, contact.id).await?.map(|newest| newest.state) {
        Some(MailState::Queued) => Some(AnswerDelivery::Queued),
        Some(MailState::Failed) => Some(AnswerDelivery::Failed),
        Some(MailState::Sent) | None => None,
    };
    if after != before {
        let now = app.clock.now();
        let (_, changed) = store::update(&*tx, contact.id, version, contact.details(), after, now).await?;
        let action = match state {
            MailState::Sent => Action::ContactAnswerAccepted,
            MailState::Queued => Action::ContactAnswerRequeued,
            MailState::Failed => Action::ContactAnswerFailed,
        };
        let event = Event::new(action).on(contact.id, &contact.name).changed(&contact, &changed);
        audit::record(app, &tx, &Actor::system(), event).await?;
    }
    tx.commit().await
}
