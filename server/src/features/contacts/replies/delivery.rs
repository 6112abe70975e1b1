//! Delivery of replies. A contact waits for a reply until the mail server has accepted one.

use super::store::{self, Unsent};
use crate::{
    app::App,
    features::contacts::{store as contacts, triage::Triage},
    foundation::{
        audit::{self, Action},
        identity::actor::Actor,
        mail::{self, model::MailState},
    },
    platform::{clock::Timestamp, error::Result},
};

/// Updates replies and their contacts after the state of their messages in the outbox has changed. Any process may call it.
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
        let (state, sent_at) =
            message.map_or((MailState::Failed, None), |message| (message.state, message.sent_at));
        if state != reply.state {
            update(app, &reply, state, sent_at).await?;
        }
    }
    Ok(())
}

/// Stores the state of a reply's message, and the resulting triage of its contact.
async fn update(app: &App, reply: &Unsent, state: MailState, sent_at: Option<Timestamp>) -> Result<()> {
    let tx = app.db.begin().await?;
    let Some((version, contact)) = contacts::find_for_update(&*tx, reply.contact_id).await? else {
        return Ok(());
    };
    store::set_state(&*tx, reply.id, state, sent_at).await?;
    let before = Triage::of(&contact);
    let mut after = match sent_at {
        Some(sent_at) => before.clone().with_accepted_reply(&contact, sent_at),
        None => before.clone(),
    };
    after.delivery =
        store::states(&*tx, &[contact.id]).await?.remove(&contact.id).and_then(|replies| replies.delivery);
    if after != before {
        let fields = contact.fields.clone();
        let (_, changed) =
            contacts::update(&*tx, contact.id, version, fields, after, app.clock.now()).await?;
        let action = match state {
            MailState::Sent => Action::ContactReplyAccepted,
            MailState::Queued => Action::ContactReplyRequeued,
            MailState::Failed => Action::ContactReplyFailed,
        };
        let event = contact.event(action).changed(&contact, &changed);
        audit::record(app, &tx, &Actor::system(), event).await?;
    }
    tx.commit().await
}
