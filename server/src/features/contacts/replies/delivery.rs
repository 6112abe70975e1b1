//! Delivery of replies. A contact waits for a reply until the mail server has accepted one.

use uuid::Uuid;

use super::{
    in_copy,
    store::{self, ReplyState},
};
use crate::{
    app::App,
    features::contacts::{assignment, model::Contact, notifications, store as contacts, triage::Triage},
    foundation::{
        audit::{self, Action},
        identity::actor::Actor,
        mail::{
            self,
            model::{MailState, OutboxMessage},
        },
    },
    platform::{clock::Timestamp, db::Transaction, error::Result, http::Version},
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
        let (state, _) = state_of(message);
        if state != reply.state {
            update(app, &reply).await?;
        }
    }
    Ok(())
}

/// Returns the state of a message, and when it was sent. A missing message has failed: unsent messages are deleted only when they are old,
/// or by an administrator.
fn state_of(message: Option<&OutboxMessage>) -> (MailState, Option<Timestamp>) {
    message.map_or((MailState::Failed, None), |message| (message.state, message.sent_at))
}

/// Stores the state of a reply's message, and the resulting triage of its contact. A reply from before the person's latest message
/// doesn't end the wait.
async fn update(app: &App, reply: &ReplyState) -> Result<()> {
    let tx = app.db.begin().await?;
    let Some((version, contact)) = contacts::find_for_update(&*tx, reply.contact_id).await? else {
        return Ok(());
    };
    // Canceled or queued again, as another message, before the contact was locked.
    let Some(reply) = store::find_by_message(&*tx, reply.outbox_id).await? else { return Ok(()) };
    let message = mail::store::find(&*tx, reply.outbox_id).await?;
    let (state, sent_at) = state_of(message.as_ref());
    if state == reply.state {
        return Ok(());
    }
    store::set_state(&*tx, reply.id, state, sent_at).await?;
    let before = Triage::of(&contact);
    let mut after = match sent_at {
        Some(sent_at) if reply.created_at >= contact.asked_at => {
            before.clone().with_accepted_reply(&contact, sent_at)
        }
        Some(sent_at) => {
            let deal = before.deal.clone().with_reply(sent_at);
            Triage { first_answered_at: before.first_answered_at.or(Some(sent_at)), deal, ..before.clone() }
        }
        None => before.clone(),
    };
    after = assignment::with_answerer(&tx, &contact, after, reply.author_id).await?;
    after.delivery =
        store::states(&*tx, [&contact]).await?.remove(&contact.id).and_then(|replies| replies.delivery);
    let action = match state {
        MailState::Sent => Action::ContactReplyAccepted,
        MailState::Queued => Action::ContactReplyRequeued,
        MailState::Failed => Action::ContactReplyFailed,
    };
    let contact = record_change(app, &tx, (version, &contact), after, action).await?;
    if state == MailState::Failed {
        notifications::notify_of_failure(app, &tx, &contact, reply.author_id).await?;
    }
    tx.commit().await
}

/// Marks a message as returned by a recipient with a detail, after the mail server had accepted it. If it is a reply, its contact waits
/// again. Another report about the same message changes nothing. A returned copy is only noted, because the customer may have received the reply.
pub async fn set_returned(
    app: &App,
    tx: &Transaction,
    (outbox_id, recipient, detail): (Uuid, Option<&str>, &str),
) -> Result<()> {
    let reply = store::find_by_message(&**tx, outbox_id).await?;
    if let (Some(reply), Some(recipient)) = (&reply, recipient)
        && in_copy(&reply.cc).any(|email| email.eq_ignore_ascii_case(recipient))
        && !is_to(tx, outbox_id, recipient).await?
    {
        return mail::store::returned::set_copy_returned(&**tx, outbox_id, recipient, detail).await;
    }
    let is_marked = mail::store::returned::set_returned(&**tx, outbox_id, detail).await?;
    let Some(reply) = reply else { return Ok(()) };
    let Some((version, contact)) = contacts::find_for_update(&**tx, reply.contact_id).await? else {
        return Ok(());
    };
    // Without its message, which the outbox deletes earlier, the reply itself says whether it was returned before.
    let is_new = |reply: &ReplyState| is_marked || reply.state == MailState::Sent;
    let Some(reply) = store::find_by_message(&**tx, outbox_id).await?.filter(is_new) else { return Ok(()) };
    store::set_state(&**tx, reply.id, MailState::Failed, None).await?;
    let replies = store::states(&**tx, [&contact]).await?.remove(&contact.id).unwrap_or_default();
    let after = Triage::of(&contact).with_returned_reply(&contact, replies, app.clock.now());
    let contact = record_change(app, tx, (version, &contact), after, Action::ContactReplyFailed).await?;
    notifications::notify_of_failure(app, tx, &contact, reply.author_id).await
}

/// Returns whether a message is addressed to an email. The person who answers may have added it as a copy, too.
async fn is_to(tx: &Transaction, outbox_id: Uuid, email: &str) -> Result<bool> {
    let message = mail::store::find(&**tx, outbox_id).await?;
    Ok(message.is_some_and(|message| message.to_email.eq_ignore_ascii_case(email)))
}

/// Stores the triage of a contact and its audit event, if it has changed. Returns the contact after the change.
async fn record_change(
    app: &App,
    tx: &Transaction,
    (version, contact): (Version, &Contact),
    after: Triage,
    action: Action,
) -> Result<Contact> {
    if after == Triage::of(contact) {
        return Ok(contact.clone());
    }
    let fields = contact.fields.clone();
    let (_, changed) = contacts::update(&**tx, contact.id, version, fields, after, app.clock.now()).await?;
    audit::record(app, tx, &Actor::system(), contact.event(action).changed(contact, &changed)).await?;
    Ok(changed)
}
