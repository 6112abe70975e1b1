//! Stores events in the transaction of their cause, and queues their notices in a job.

use std::slice;

use uuid::Uuid;

use super::{
    model::ContactEvent,
    notices,
    recipients::{AtOnce, Recipient, choose, notification, notify},
    store::{self, Event, StoredPreferences},
};
use crate::{
    app::App,
    features::contacts::{
        assignment::Assigner, mail as contact_mail, messages, model::Contact, store as contacts,
    },
    foundation::{
        identity::{model::User, store::users},
        mail::{self, model::Message},
        push::{self, UserNotification},
        settings::{self, model::ContactInfo},
    },
    platform::{db::Transaction, error::Result},
};

/// Maximum number of events that one transaction handles. Contacts that arrive meanwhile wait for it.
const EVENTS_AT_ONCE: usize = 25;

/// Stores that a contact arrived in the inbox. Its author, who has recorded it, is not notified.
pub async fn announce_new(app: &App, tx: &Transaction, contact_id: Uuid, author: Option<Uuid>) -> Result<()> {
    announce(app, tx, vec![contact_id], ContactEvent::New, (None, author)).await
}

/// Stores that contacts without an author arrived in the inbox.
pub async fn announce_all_new(app: &App, tx: &Transaction, contact_ids: Vec<Uuid>) -> Result<()> {
    announce(app, tx, contact_ids, ContactEvent::New, (None, None)).await
}

/// Stores that a contact has got another assignee, unless people assign it to themselves.
pub async fn announce_assigned(
    app: &App,
    tx: &Transaction,
    former: Option<Uuid>,
    contact: &Contact,
    author: Uuid,
) -> Result<()> {
    let is_notified = |id: &Uuid| Some(*id) != former && *id != author;
    match contact.assigned_to.filter(is_notified) {
        None => Ok(()),
        assignee => {
            announce(app, tx, vec![contact.id], ContactEvent::Assigned, (assignee, Some(author))).await
        }
    }
}

/// Notifies a colleague to whom a contact was forwarded that it is now assigned to the colleague. The mail with which it was forwarded
/// says so, so there is no other mail at once.
pub async fn notify_of_forwarding(
    app: &App,
    tx: &Transaction,
    contact: &Contact,
    colleague: &User,
    author: Uuid,
) -> Result<()> {
    if colleague.id == author || !is_in_inbox(contact) {
        return Ok(());
    }
    let recipient = Recipient { id: colleague.id, email: colleague.email.clone() };
    notify(app, tx, &recipient, ContactEvent::Assigned, contact, None).await
}

/// Notifies the author of a reply that it was not delivered; if the author no longer works with contacts, the assignee, or else everybody
/// who does.
pub async fn notify_of_failure(
    app: &App,
    tx: &Transaction,
    contact: &Contact,
    author: Option<Uuid>,
) -> Result<()> {
    let event = ContactEvent::NotDelivered;
    let mut staff = users::list_support(&**tx).await?;
    let responsible = [author, contact.assigned_to].into_iter().flatten();
    let responsible = responsible.filter_map(|id| staff.iter().position(|user| user.id == id)).next();
    if let Some(index) = responsible {
        staff = vec![staff.swap_remove(index)];
    }
    for user in staff {
        let mail = notices::message(app, event, contact, &user.email, None);
        let recipient = Recipient { id: user.id, email: user.email };
        notify(app, tx, &recipient, event, contact, Some(mail)).await?;
    }
    Ok(())
}

async fn announce(
    app: &App,
    tx: &Transaction,
    contact_ids: Vec<Uuid>,
    event: ContactEvent,
    people: (Option<Uuid>, Option<Uuid>),
) -> Result<()> {
    if !contact_ids.is_empty() {
        store::create_events(&**tx, contact_ids, event, people, app.clock.now()).await?;
        tx.notify_after_commit(&app.contact_events);
    }
    Ok(())
}

/// Assigns new contacts and queues the notices of all events. If some of the events that were read together fail, each is handled in its
/// own transaction: a failed event is retried by the next run and doesn't delay the others.
pub async fn run(app: &App) -> Result<()> {
    let (mut outcome, mut last) = (Ok(()), Uuid::nil());
    loop {
        let events = store::list_events(app.db.reader(), last, EVENTS_AT_ONCE).await?;
        let Some(event) = events.last() else { return outcome };
        last = event.id;
        if handle(app, &events).await.is_err() {
            for event in &events {
                let handled = handle(app, slice::from_ref(event)).await;
                outcome = outcome.and(handled);
            }
        }
        if events.len() < EVENTS_AT_ONCE {
            return outcome;
        }
    }
}

async fn handle(app: &App, events: &[Event]) -> Result<()> {
    let tx = app.db.begin().await?;
    let contact_ids = events.iter().map(|event| event.contact_id);
    let mut contacts = contacts::list_for_update(&*tx, contact_ids).await?;
    // Events of contacts that were moved to the trash or to quarantine meanwhile are handled when these are restored or released.
    let is_due = |event: &&Event| contacts.get(&event.contact_id).is_some_and(|contact| !is_outside(contact));
    let taken = store::take_events(&*tx, events.iter().filter(is_due).map(|event| event.id)).await?;
    let mut notifier = Notifier::read(app, &tx).await?;
    let mut assigner = Assigner::read(&tx, notifier.staff.iter().map(|recipient| recipient.id)).await?;
    for event in events.iter().filter(|event| taken.contains(&event.id)) {
        let Some(contact) = contacts.get_mut(&event.contact_id).filter(|contact| !contact.is_erased()) else {
            continue;
        };
        if event.event == ContactEvent::New {
            let former = contact.assigned_to;
            *contact = assigner.assign(contact.clone());
            if contact.assigned_to != former {
                notifier.notify_of_assignment(contact, None).await?;
            }
            notifier.notify_of_new(contact, event.author_id).await?;
        } else if contact.assigned_to == event.user_id {
            notifier.notify_of_assignment(contact, event.author_id).await?;
        }
    }
    mail::queue_all(app, &tx, notifier.mails).await?;
    push::queue_all(app, &tx, notifier.notifications).await?;
    assigner.finish(app, &tx).await?;
    tx.commit().await
}

pub(super) fn is_in_inbox(contact: &Contact) -> bool {
    !is_outside(contact) && !contact.is_erased()
}

/// Returns whether a contact is in the trash or in quarantine, from where it can return to the inbox.
fn is_outside(contact: &Contact) -> bool {
    contact.deleted_at.is_some() || contact.quarantined
}

/// Notifies staff of the events of one transaction.
struct Notifier<'a> {
    app: &'a App,
    tx: &'a Transaction,
    company: ContactInfo,
    /// Addresses that get the notices to the company.
    mailed: Vec<String>,
    staff: Vec<Recipient>,
    preferences: StoredPreferences,
    // To be queued:
    mails: Vec<Message>,
    notifications: Vec<UserNotification>,
}

impl<'a> Notifier<'a> {
    async fn read(app: &'a App, tx: &'a Transaction) -> Result<Self> {
        let company = settings::store::contact(&**tx).await?;
        let mailed = contact_mail::notice_recipients(tx, &company).await?;
        let preferences = StoredPreferences::read(&**tx).await?;
        let staff = users::list_support(&**tx).await?.into_iter();
        let staff = staff.map(|user| Recipient { id: user.id, email: user.email }).collect();
        Ok(Self {
            app,
            tx,
            company,
            mailed,
            staff,
            preferences,
            mails: Vec::new(),
            notifications: Vec::new(),
        })
    }

    /// Notifies all who want to know about new contacts, except the assignee. Nobody gets two mails: those who get the notice to the
    /// company, or the notice about the mail with which the contact began, get no other.
    async fn notify_of_new(&mut self, contact: &Contact, author: Option<Uuid>) -> Result<()> {
        let by_mail = match author {
            None => messages::queue_first(self.app, self.tx, contact).await?,
            Some(_) => None,
        };
        let mailed = by_mail.as_ref().unwrap_or(&self.mailed);
        for recipient in &self.staff {
            if Some(recipient.id) == author || Some(recipient.id) == contact.assigned_to {
                continue;
            }
            let is_mailed = mailed.iter().any(|to| to.eq_ignore_ascii_case(&recipient.email));
            let choice = self.choose(recipient, ContactEvent::New, contact).await?;
            if choice.push {
                self.notifications.push(notification(recipient, ContactEvent::New, contact));
            }
            if choice.mail && !is_mailed {
                self.mails.push(self.mail(ContactEvent::New, contact, recipient, None));
            }
        }
        Ok(())
    }

    async fn notify_of_assignment(&mut self, contact: &Contact, author: Option<Uuid>) -> Result<()> {
        let assignee = self.staff.iter().find(|recipient| Some(recipient.id) == contact.assigned_to);
        let Some(recipient) = assignee else { return Ok(()) };
        let author = match author {
            Some(id) => users::find(&**self.tx, id).await?.map(|user| user.full_name),
            None => None,
        };
        let choice = self.choose(recipient, ContactEvent::Assigned, contact).await?;
        if choice.push {
            self.notifications.push(notification(recipient, ContactEvent::Assigned, contact));
        }
        if choice.mail {
            self.mails.push(self.mail(ContactEvent::Assigned, contact, recipient, author.as_deref()));
        }
        Ok(())
    }

    async fn choose(&self, recipient: &Recipient, event: ContactEvent, contact: &Contact) -> Result<AtOnce> {
        let preferences = self.preferences.of(recipient.id)?;
        choose(self.app, self.tx, (recipient, &preferences), event, &[contact]).await
    }

    fn mail(
        &self,
        event: ContactEvent,
        contact: &Contact,
        recipient: &Recipient,
        author: Option<&str>,
    ) -> Message {
        let message = notices::message(self.app, event, contact, &recipient.email, author);
        match contact_mail::reply_to(self.app, contact, &self.company) {
            Some(address) => message.reply_to(address),
            None => message,
        }
    }
}
