//! Mail of customers, filed in the contact to which it belongs. It makes the contact wait for a reply again.

mod notices;
pub mod store;
mod target;

use chrono::TimeDelta;
use uuid::Uuid;

use self::{store::Message, target::Target};
use super::{
    attachments,
    channel::Channel,
    fields::{ContactFields, NewContact},
    limits::{MAX_MESSAGE, MAX_NAME},
    message::compose_message,
    model::Contact,
    notifications,
    promise::Calendar,
    source::ContactSource,
    store::{self as contacts, SenderContext},
    triage::Triage,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::actor::Actor,
        mail::inbound::{
            parse::{InboundMail, Nature},
            receipt::Receipt,
            store::LeftReason,
        },
    },
    platform::{
        db::Transaction,
        error::{Error, Result},
        http::Version,
        id,
    },
};

pub use notices::{NOTICE, queue_first};

/// Time in which staff get at most one notice about the messages of a contact that nobody opens.
const NOTICE_PERIOD: TimeDelta = TimeDelta::days(1);
/// Maximum number of bytes of the files of unconfirmed mail that are stored in [`BUDGET_PERIOD`].
const MAX_UNCONFIRMED_BYTES: u64 = 200 << 20;
const BUDGET_PERIOD: TimeDelta = TimeDelta::days(1);
/// Maximum time between the date of a mail and its arrival. Other dates are ignored.
const MAX_DATE_DIFFERENCE: TimeDelta = TimeDelta::days(90);
/// The message of a contact that began with mail: it is followed by the subject.
const BY_MAIL: &str = "Mensagem recebida por e-mail:";

/// Files a mail in its contact. Mail that belongs to no contact is left in the mailbox, unless the mailbox is configured to create
/// contacts and the limit of these isn't reached. Mail of the company creates none. Files, notices and the position in the mailbox are
/// stored in one transaction.
pub async fn receive(app: &App, mut mail: InboundMail, receipt: &Receipt) -> Result<()> {
    let found = match target::find(app, &mail, &receipt.config).await? {
        target::Owner::Contact(target) => Some(target),
        target::Owner::Company => return receipt.skip(app).await,
        target::Owner::Unknown if !may_create_contact(&mail, receipt) => return receipt.skip(app).await,
        target::Owner::Unknown => None,
    };
    // Given back if the mail isn't filed, because it is read again then.
    let reserved = match found {
        None => app.limits.contacts_by_mail.reserve((), app.clock.steady()).map(Some),
        Some(_) => Ok(None),
    };
    let Ok(reserved) = reserved else {
        tracing::warn!("too many contacts were created by mail; the mail is left in the mailbox");
        return receipt.leave(app, LeftReason::TooManyContacts).await;
    };
    let is_confirmed =
        found.map_or_else(|| target::is_authentic(&mail, &receipt.config), |target| target.is_confirmed);
    if !is_confirmed {
        omit_files_over_budget(app, &mut mail).await?;
    }
    let files = attachments::store_files(app, std::mem::take(&mut mail.attachments)).await?;
    let tx = app.db.begin().await?;
    if !receipt.confirm(app, &tx).await? {
        return tx.commit().await;
    }
    let (version, contact) = match found {
        Some(Target { contact_id, .. }) => {
            let current = contacts::find_for_update(&*tx, contact_id).await?;
            // Merged, erased or purged meanwhile. The next attempt finds another contact, or none.
            let is_open = |contact: &Contact| contact.merged_into.is_none() && !contact.is_erased();
            current.filter(|(_, contact)| is_open(contact)).ok_or(Error::Unavailable)?
        }
        None => {
            let created = create_contact(app, &tx, &mail).await?;
            notifications::announce_new(app, &tx, created.1.id, None).await?;
            created
        }
    };
    let message = message(app, contact.id, mail, is_confirmed)?;
    store::create(&*tx, message.clone()).await?;
    if !attachments::store::attach(&*tx, &files, contact.id, message.id).await? {
        return Err(Error::Unavailable);
    }
    if !message.is_automatic {
        let reopened = reopen(app, &tx, (version, &contact), &message).await?;
        // The notice of a contact that has just been created follows when it is known who is assigned.
        if found.is_some() && !reopened.quarantined {
            notices::queue(app, &tx, &contact, &reopened, &message).await?;
        }
    }
    // The event omits the text, because an erasure deletes messages, but audit events are permanent.
    let event = contact.event(Action::ContactMessageReceived);
    audit::record(app, &tx, &Actor::system(), event).await?;
    tx.commit().await?;
    if let Some(reserved) = reserved {
        reserved.keep();
    }
    tracing::info!(contact = %contact.id, is_confirmed, is_automatic = message.is_automatic, "mail filed in a contact");
    Ok(())
}

/// Leaves out the files of an unconfirmed mail if those of the last day need too much space: anyone can send such mail.
async fn omit_files_over_budget(app: &App, mail: &mut InboundMail) -> Result<()> {
    let since = app.clock.now() - BUDGET_PERIOD;
    let own: usize = mail.attachments.iter().map(|file| file.bytes.len()).sum();
    let stored =
        attachments::store::bytes_of_messages(app.db.reader(), store::select_unconfirmed_since(since))
            .await?;
    if stored.saturating_add(own as u64) > MAX_UNCONFIRMED_BYTES {
        tracing::warn!(stored, "unconfirmed mail has too many files; they are left in the mailbox");
        mail.omitted_attachments += mail.attachments.len();
        mail.attachments.clear();
    }
    Ok(())
}

/// Returns whether a mail of an unknown sender may become a contact.
fn may_create_contact(mail: &InboundMail, receipt: &Receipt) -> bool {
    mail.nature == Nature::Person && !mail.from_email.is_empty() && receipt.config.creates_contacts
}

fn message(app: &App, contact_id: Uuid, mail: InboundMail, is_confirmed: bool) -> Result<Message> {
    let now = app.clock.now();
    Ok(Message {
        id: id::new_id(now),
        contact_id,
        sender_name: mail.from_name,
        sender_email: mail.from_email,
        is_confirmed,
        is_automatic: mail.nature != Nature::Person,
        subject: mail.subject,
        text: mail.text,
        quotation: mail.quotation,
        message_id: mail.message_id,
        is_too_large: mail.is_too_large,
        omitted_attachments: i32::try_from(mail.omitted_attachments).map_err(anyhow::Error::new)?,
        // A wrong clock or a forged date must not order the message before or after all others.
        written_at: mail.written_at.filter(|written_at| (now - *written_at).abs() < MAX_DATE_DIFFERENCE),
        created_at: now,
    })
}

/// Makes a contact wait for a reply. Restores it from the trash, where nobody would see the message. A confirmed message ends its
/// quarantine.
async fn reopen(
    app: &App,
    tx: &Transaction,
    (version, contact): (Version, &Contact),
    message: &Message,
) -> Result<Contact> {
    let now = app.clock.now();
    let due_at = Calendar::read_for_deadline(tx).await?.deadline_for(&contact.fields.service(), now);
    let mut after = Triage::of(contact).with_message(due_at, now);
    after.quarantined &= !message.is_confirmed;
    let fields = contact.fields.clone();
    let (_, changed) = contacts::update(&**tx, contact.id, version, fields, after, now).await?;
    // Otherwise a later change by staff could queue the receipt of the first request.
    contacts::set_announced(&**tx, contact.id, true).await?;
    if contact.deleted_at.is_some() {
        let (_, restored) = contacts::set_deleted(&**tx, contact.id, false, now).await?;
        audit::record(app, tx, &Actor::system(), restored.event(Action::ContactRestored)).await?;
    }
    if contact.quarantined && !changed.quarantined {
        notifications::announce_new(app, tx, contact.id, None).await?;
    }
    Ok(changed)
}

/// Creates a contact from mail of an unknown sender. The text of the mail becomes the first message of the contact.
async fn create_contact(app: &App, tx: &Transaction, mail: &InboundMail) -> Result<(Version, Contact)> {
    let now = app.clock.now();
    let name = if mail.from_name.is_empty() { &mail.from_email } else { &mail.from_name };
    let subject: String = mail.subject.chars().take(MAX_MESSAGE / 2).collect();
    let new = NewContact {
        fields: ContactFields {
            name: name.chars().take(MAX_NAME).collect(),
            email: mail.from_email.clone(),
            phone: String::new(),
            company: String::new(),
            message: compose_message("", format!("{BY_MAIL} {subject}").trim()),
        },
        source: ContactSource::default(),
        quarantined: false,
        file_names: Vec::new(),
    };
    let due_at = Calendar::read_for_deadline(tx).await?.deadline_for(&new.fields.service(), now);
    let sender = SenderContext { channel: Channel::Email, ..SenderContext::default() };
    let contact = contacts::create(&**tx, new, sender, due_at, now).await?;
    contacts::find_for_update(&**tx, contact.id).await?.ok_or(Error::Unavailable)
}
