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
    notify_with(app, tx, (recipient, &preferences), event, contact, mail.map(|mail| || mail)).await
}

/// Like [`notify`], for a person whose preferences are known. Calls `mail` only if they require it.
pub(super) async fn notify_with(
    app: &App,
    tx: &Transaction,
    person: (&Recipient, &NotificationPreferences),
    event: ContactEvent,
    contact: &Contact,
    mail: Option<impl FnOnce() -> Message>,
) -> Result<()> {
    let notification = || notices::notification(event, contact);
    queue(app, tx, person, event, &[contact], mail, (Some(contact.id), notification)).await
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
    queue(app, tx, (recipient, &preferences), event, contacts, Some(|| mail), (None, notification)).await
}

async fn queue(
    app: &App,
    tx: &Transaction,
    (recipient, preferences): (&Recipient, &NotificationPreferences),
    event: ContactEvent,
    contacts: &[&Contact],
    mail: Option<impl FnOnce() -> Message>,
    (contact_id, notification): (Option<Uuid>, impl FnOnce() -> Notification),
) -> Result<()> {
    let choice = preferences.of(event);
    match choice.timing {
        NotificationTiming::Never => {}
        NotificationTiming::Daily if !choice.email && !choice.push => {}
        NotificationTiming::Daily => {
            for contact in contacts {
                store::add_to_digest(&**tx, recipient.id, contact.id, event, app.clock.now()).await?;
            }
        }
        NotificationTiming::AtOnce => {
            if let Some(mail) = mail.filter(|_| choice.email) {
                mail::queue(app, tx, mail()).await?;
            }
            if choice.push {
                push::queue(app, tx, recipient.id, contact_id, &notification()).await?;
            }
        }
    }
    Ok(())
}
