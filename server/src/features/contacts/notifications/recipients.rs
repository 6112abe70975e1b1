//! Notifies one person as that person's preferences require.

use uuid::Uuid;

use super::{
    model::{ContactEvent, NotificationTiming},
    notices, store,
};
use crate::{
    app::App,
    features::contacts::model::Contact,
    foundation::{
        mail::{self, model::Message},
        push,
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
    let choice = preferences.of(event);
    match choice.timing {
        NotificationTiming::Never => {}
        NotificationTiming::Daily if !choice.email && !choice.push => {}
        NotificationTiming::Daily => {
            store::add_to_digest(&**tx, recipient.id, contact.id, event, app.clock.now()).await?;
        }
        NotificationTiming::AtOnce => {
            if let Some(mail) = mail.filter(|_| choice.email) {
                mail::queue(app, tx, mail).await?;
            }
            if choice.push {
                let notification = notices::notification(event, contact);
                push::queue(app, tx, recipient.id, Some(contact.id), &notification).await?;
            }
        }
    }
    Ok(())
}
