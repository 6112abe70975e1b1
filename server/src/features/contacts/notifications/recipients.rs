//! Notifies one person as that person's preferences require.

use uuid::Uuid;

use super::{
    model::{ContactEvent, NotificationPreferences, NotificationTiming},
    notices, store,
};
use crate::{
    app::App,
    features::contacts::model::Contact,
    foundation::{
        mail::{self, model::Message},
        push::{self, UserNotification},
    },
    platform::{db::Transaction, error::Result},
};

/// A member of staff with access to contacts.
pub struct Recipient {
    pub id: Uuid,
    pub email: String,
}

/// Queues the notice of an event to a person, at once or in the next digest. Without `mail`, the person gets no mail of it at once.
pub async fn notify(
    app: &App,
    tx: &Transaction,
    recipient: &Recipient,
    event: ContactEvent,
    contact: &Contact,
    mail: Option<Message>,
) -> Result<()> {
    let (_, preferences) = store::find_preferences(&**tx, recipient.id).await?;
    let choice = choose(app, tx, (recipient, &preferences), event, &[contact]).await?;
    let notification = || notification(recipient, event, contact);
    push::queue_all(app, tx, choice.push.then(notification).into_iter().collect()).await?;
    if let Some(mail) = mail.filter(|_| choice.mail) {
        mail::queue(app, tx, mail).await?;
    }
    Ok(())
}

/// Queues one notice of the same event of many contacts to a person, at once, or one of each in the next digest.
pub(super) async fn notify_of_many(
    app: &App,
    tx: &Transaction,
    recipient: &Recipient,
    event: ContactEvent,
    contacts: &[&Contact],
    mail: Message,
) -> Result<()> {
    let (_, preferences) = store::find_preferences(&**tx, recipient.id).await?;
    let choice = choose(app, tx, (recipient, &preferences), event, contacts).await?;
    if choice.push {
        let notification = notices::notification_of_many(event, contacts.len());
        let notification = UserNotification { user_id: recipient.id, contact_id: None, notification };
        push::queue_all(app, tx, vec![notification]).await?;
    }
    if choice.mail {
        mail::queue(app, tx, mail).await?;
    }
    Ok(())
}

/// The notices of an event that a person gets at once.
pub(super) struct AtOnce {
    pub mail: bool,
    pub push: bool,
}

/// Returns which notices of an event a person gets at once. Adds the event to the person's next digest if that is the person's choice.
pub(super) async fn choose(
    app: &App,
    tx: &Transaction,
    (recipient, preferences): (&Recipient, &NotificationPreferences),
    event: ContactEvent,
    contacts: &[&Contact],
) -> Result<AtOnce> {
    let choice = preferences.of(event);
    if choice.timing == NotificationTiming::Daily && (choice.email || choice.push) {
        for contact in contacts {
            store::add_to_digest(&**tx, recipient.id, contact.id, event, app.clock.now()).await?;
        }
    }
    let is_at_once = choice.timing == NotificationTiming::AtOnce;
    Ok(AtOnce { mail: choice.email && is_at_once, push: choice.push && is_at_once })
}

/// Returns the notification of an event for the devices of a person.
pub(super) fn notification(
    recipient: &Recipient,
    event: ContactEvent,
    contact: &Contact,
) -> UserNotification {
    let notification = notices::notification(event, contact);
    UserNotification { user_id: recipient.id, contact_id: Some(contact.id), notification }
}
