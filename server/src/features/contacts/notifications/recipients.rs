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
        push::{self, Notification},
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
    let wants_mail = notify_without_mail(app, tx, (recipient, &preferences), event, contact).await?;
    if let Some(mail) = mail.filter(|_| wants_mail) {
        mail::queue(app, tx, mail).await?;
    }
    Ok(())
}

/// Like [`notify`], for a person whose preferences are known. Returns whether the person wants a mail at once, which the caller queues.
pub(super) async fn notify_without_mail(
    app: &App,
    tx: &Transaction,
    person: (&Recipient, &NotificationPreferences),
    event: ContactEvent,
    contact: &Contact,
) -> Result<bool> {
    let notification = || notices::notification(event, contact);
    queue(app, tx, person, event, &[contact], (Some(contact.id), notification)).await
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
    let notification = || notices::notification_of_many(event, contacts.len());
    if queue(app, tx, (recipient, &preferences), event, contacts, (None, notification)).await? {
        mail::queue(app, tx, mail).await?;
    }
    Ok(())
}

/// Queues the notices except mail. Returns whether the person wants a mail at once.
async fn queue(
    app: &App,
    tx: &Transaction,
    (recipient, preferences): (&Recipient, &NotificationPreferences),
    event: ContactEvent,
    contacts: &[&Contact],
    (contact_id, notification): (Option<Uuid>, impl FnOnce() -> Notification),
) -> Result<bool> {
    let choice = preferences.of(event);
    match choice.timing {
        NotificationTiming::Daily if choice.email || choice.push => {
            for contact in contacts {
                store::add_to_digest(&**tx, recipient.id, contact.id, event, app.clock.now()).await?;
            }
        }
        NotificationTiming::AtOnce if choice.push => {
            push::queue(app, tx, recipient.id, contact_id, &notification()).await?;
        }
        _ => {}
    }
    Ok(choice.email && choice.timing == NotificationTiming::AtOnce)
}
