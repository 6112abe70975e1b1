//! Finds the contact to which a mail belongs: by the messages of ours to which it refers, by the token in its recipient's address, or by
//! its sender.

use std::collections::HashMap;

use sea_orm::ConnectionTrait;
use uuid::Uuid;

use crate::{
    app::{App, config::mailbox::MailboxConfig},
    features::contacts::{
        model::Contact,
        replies,
        store::{self as contacts},
    },
    foundation::{
        identity::store::users,
        mail::{
            self,
            inbound::{parse::InboundMail, reply_address},
            message_id,
        },
        settings,
    },
    platform::error::Result,
};

/// The contact to which a mail belongs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub contact_id: Uuid,
    /// Whether the mail answers one of ours, or a trusted server has authenticated its sender.
    pub is_confirmed: bool,
}

/// To whom a mail belongs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Owner {
    Contact(Target),
    /// The company or its staff wrote the mail.
    Company,
    /// There is no contact, or its person was erased.
    Unknown,
}

/// Finds the contact to which a mail belongs.
pub(super) async fn find(app: &App, mail: &InboundMail, mailbox: &MailboxConfig) -> Result<Owner> {
    let db = app.db.reader();
    let answered = find_answered(app, mail, &mailbox.address).await?;
    if let Some(contact) = answered {
        let is_by_staff =
            !is_from(&contact, mail) && is_own_address(app, &mail.from_email, &mailbox.address).await?;
        let target = Target { contact_id: contact.id, is_confirmed: true };
        return Ok(if is_by_staff { Owner::Company } else { Owner::Contact(target) });
    }
    if let Some(contact) = contacts::people::find_open(db, &mail.from_email).await? {
        let is_confirmed = is_authentic(mail, mailbox);
        return Ok(Owner::Contact(Target { contact_id: contact.id, is_confirmed }));
    }
    if is_own_address(app, &mail.from_email, &mailbox.address).await? {
        return Ok(Owner::Company);
    }
    // The sender is suspected: further mail creates no further contact.
    if mailbox.creates_contacts
        && let Some(contact) = contacts::people::find_suspected(db, &mail.from_email).await?
    {
        let is_confirmed = is_authentic(mail, mailbox);
        return Ok(Owner::Contact(Target { contact_id: contact.id, is_confirmed }));
    }
    Ok(Owner::Unknown)
}

/// Returns whether a trusted server has authenticated the sender.
pub(super) fn is_authentic(mail: &InboundMail, mailbox: &MailboxConfig) -> bool {
    let trusted = mailbox.trusted_server.as_ref();
    trusted.is_some() && trusted == mail.authenticated_by.as_ref()
}

/// Finds the contact whose mail a mail answers: by the nearest message, then by the address.
async fn find_answered(app: &App, mail: &InboundMail, address: &str) -> Result<Option<Contact>> {
    let db = app.db.reader();
    let verified = |id: &String| message_id::verified(&app.secret_key, id);
    let messages: Vec<Uuid> = mail.references.iter().filter_map(verified).collect();
    let contact_of = contacts_of(db, &messages).await?;
    let by_message = messages.iter().filter_map(|message| contact_of.get(message).copied());
    let by_address = reply_address::contact_of(&app.secret_key, address, &mail.recipients);
    for id in by_message.chain(by_address) {
        let Some((_, found)) = contacts::find(db, id).await? else { continue };
        let contact = contacts::merged::remaining(db, found).await?;
        if !contact.is_erased() {
            return Ok(Some(contact));
        }
    }
    Ok(None)
}

/// Returns the contacts of messages in the outbox, by message. The outbox forgets messages before contacts forget theirs.
async fn contacts_of(db: &impl ConnectionTrait, messages: &[Uuid]) -> Result<HashMap<Uuid, Uuid>> {
    if messages.is_empty() {
        return Ok(HashMap::new());
    }
    let mut found = mail::store::contacts_of(db, messages).await?;
    found.extend(contacts::contacts_of_receipts(db, messages).await?);
    found.extend(replies::store::contacts_of_messages(db, messages).await?);
    Ok(found)
}

fn is_from(contact: &Contact, mail: &InboundMail) -> bool {
    contact.fields.email.eq_ignore_ascii_case(&mail.from_email)
}

/// Returns whether an address belongs to the company or its staff.
async fn is_own_address(app: &App, email: &str, mailbox: &str) -> Result<bool> {
    let db = app.db.reader();
    let sender = app.mail().map(|mail| mail.from.email.to_string());
    let company = settings::store::contact(db).await?.mailbox().map(str::to_owned);
    if [sender, Some(mailbox.to_owned()), company].iter().flatten().any(|own| own.eq_ignore_ascii_case(email))
    {
        return Ok(true);
    }
    Ok(users::find_by_email(db, email).await?.is_some_and(|user| user.role.is_staff()))
}
