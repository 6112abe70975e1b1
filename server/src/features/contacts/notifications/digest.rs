//! The daily digest of each person who wants one: what has happened since the last one.

use std::collections::{BTreeMap, HashMap};

use uuid::Uuid;

use super::{
    events::is_in_inbox,
    model::{ContactEvent, NotificationTiming},
    notices::sender_of,
    store::{self, DigestEntry},
};
use crate::{
    app::App,
    features::contacts::{
        message::NO_SERVICE, model::Contact, promise::wording::LocalTime, store as contacts,
    },
    foundation::{
        identity::store::users,
        mail::{
            self,
            digests::{self, store::LastDigest},
            model::{MailLink, Message},
        },
        push::{self, Notification, UserNotification},
    },
    platform::{clock::Timestamp, db::Transaction, error::Result},
};

/// Kind of the digest's messages in the outbox, and name of the digest.
pub const KIND: &str = "contact_digest";
/// Maximum number of contacts that a digest names for each event.
const MAX_NAMED: usize = 20;

/// Queues the digests, at most once a day, if there is something to report.
pub async fn run(app: &App) -> Result<()> {
    let now = app.clock.now();
    if !digests::is_digest_hour_reached(now) {
        return Ok(());
    }
    let tx = app.db.begin().await?;
    if LastDigest::lock(&*tx, KIND, now).await?.is_of_today(now) {
        return Ok(());
    }
    let entries = store::take_digest_entries(&*tx).await?;
    if entries.is_empty() {
        return Ok(());
    }
    let reported = read_contacts(&tx, &entries).await?;
    let mut by_user: BTreeMap<Uuid, Vec<&DigestEntry>> = BTreeMap::new();
    for entry in &entries {
        by_user.entry(entry.user_id).or_default().push(entry);
    }
    for (user_id, entries) in by_user {
        queue(app, &tx, user_id, &entries, &reported).await?;
    }
    digests::store::set_queued(&*tx, KIND, now).await?;
    tx.commit().await
}

/// Reads the contacts of the entries, without those that are no longer in the inbox.
async fn read_contacts(tx: &Transaction, entries: &[DigestEntry]) -> Result<HashMap<Uuid, Contact>> {
    let mut found = HashMap::new();
    for entry in entries {
        if !found.contains_key(&entry.contact_id)
            && let Some((_, contact)) = contacts::find(&**tx, entry.contact_id).await?
            && is_in_inbox(&contact)
        {
            found.insert(contact.id, contact);
        }
    }
    Ok(found)
}

async fn queue(
    app: &App,
    tx: &Transaction,
    user_id: Uuid,
    entries: &[&DigestEntry],
    contacts: &HashMap<Uuid, Contact>,
) -> Result<()> {
    let Some(user) = users::find(&**tx, user_id).await?.filter(users::is_active_support) else {
        return Ok(());
    };
    let (_, preferences) = store::find_preferences(&**tx, user_id).await?;
    let now = app.clock.now();
    let named = |event: ContactEvent| -> Vec<&Contact> {
        if preferences.of(event).timing == NotificationTiming::Never {
            return Vec::new();
        }
        let of_event = entries.iter().filter(|entry| entry.event == event);
        let contacts = of_event.filter_map(|entry| contacts.get(&entry.contact_id));
        contacts.filter(|contact| is_current(event, contact, user_id, now)).collect()
    };
    let groups: Vec<_> = ContactEvent::ALL.map(|event| (event, named(event))).into_iter().collect();
    let mailed = groups.iter().filter(|(event, named)| preferences.of(*event).email && !named.is_empty());
    let mailed: Vec<_> = mailed.collect();
    if !mailed.is_empty() {
        mail::queue(app, tx, message(&mailed, &user.email, &app.config.origin())).await?;
    }
    let pushed = groups.iter().filter(|(event, _)| preferences.of(*event).push);
    let pushed: usize = pushed.map(|(_, named)| named.len()).sum();
    if pushed > 0 {
        let notification = Notification {
            title: subject(pushed),
            body: "Abra os contatos para ver.".to_owned(),
            path: "/admin/contacts".to_owned(),
            tag: KIND.to_owned(),
        };
        let notification = UserNotification { user_id, contact_id: None, notification };
        push::queue_all(app, tx, vec![notification]).await?;
    }
    Ok(())
}

/// Returns whether an event still concerns a person: not if the contact was answered, closed or reassigned since, its step done, or its
/// deadline missed.
fn is_current(event: ContactEvent, contact: &Contact, user_id: Uuid, now: Timestamp) -> bool {
    let is_own = contact.assigned_to.is_none_or(|id| id == user_id);
    match event {
        ContactEvent::New => contact.waits_until.is_some(),
        ContactEvent::Reply => contact.waits_until.is_some() && is_own,
        ContactEvent::PromiseEnding => contact.waits_until.is_some_and(|due_at| due_at > now) && is_own,
        ContactEvent::NotDelivered => true,
        ContactEvent::Assigned => contact.assigned_to == Some(user_id),
        ContactEvent::StepDue => contact.next_step.is_some(),
    }
}

fn subject(notices: usize) -> String {
    match notices {
        1 => "Resumo do dia: 1 aviso".to_owned(),
        notices => format!("Resumo do dia: {notices} avisos"),
    }
}

fn message(groups: &[&(ContactEvent, Vec<&Contact>)], to: &str, origin: &str) -> Message {
    let all: usize = groups.iter().map(|(_, named)| named.len()).sum();
    let mut message = Message::new(KIND, to, subject(all));
    for (event, named) in groups {
        let links = named.iter().take(MAX_NAMED).map(|contact| link(contact, origin));
        message = message.paragraph(format!("{} ({}):", event.label(), named.len())).links(links.collect());
        if named.len() > MAX_NAMED {
            message = message.paragraph(format!("e mais {}.", named.len() - MAX_NAMED));
        }
    }
    message.action("Abrir os contatos", format!("{origin}/admin/contacts")).reason(
        "Você recebe este resumo, no máximo uma vez por dia, porque o escolheu em Meus Avisos, no painel.",
    )
}

/// Returns the link to a contact, with its service and the deadline of the reply.
fn link(contact: &Contact, origin: &str) -> MailLink {
    let service =
        Some(contact.fields.service()).filter(|service| !service.is_empty() && service != NO_SERVICE);
    let deadline =
        contact.waits_until.map(|due_at| format!("responder até {}", LocalTime::at(due_at).full()));
    MailLink {
        label: sender_of(contact),
        url: format!("{origin}/admin/contacts/{}", contact.id),
        details: service.into_iter().chain(deadline).collect::<Vec<_>>().join(" · "),
    }
}
