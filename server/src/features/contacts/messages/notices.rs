//! Notices to staff about messages of customers.

use super::{
    NOTICE_PERIOD,
    store::{self, Message},
};
use crate::{
    app::App,
    features::contacts::{
        channel::Channel,
        mail as contact_mail,
        model::{Contact, ContactStatus},
        notifications::{
            self, Recipient,
            model::{ContactEvent, NotificationTiming},
            notify,
        },
        promise::wording::LocalTime,
    },
    foundation::{identity::store::users, mail, settings},
    platform::{db::Transaction, error::Result},
};

/// Kind of the notices.
pub const NOTICE: &str = "contact_message_notice";

/// Queues a notice about a message to the assignee. Without an assignee, to the company's mailbox, or to all who work with contacts if the
/// company has none or this program reads it. While nobody opens the contact, there is at most one notice per day, so that programs that
/// answer each other don't cause a loop.
pub(super) async fn queue(
    app: &App,
    tx: &Transaction,
    before: &Contact,
    contact: &Contact,
    message: &Message,
) -> Result<()> {
    if let Some(assignee) = assignee_of(tx, contact).await? {
        return queue_to_assignee(app, tx, before, contact, message, assignee).await;
    }
    let kinds = [NOTICE, contact_mail::NOTICE];
    let since = app.clock.now() - NOTICE_PERIOD;
    if before.status == ContactStatus::New
        && mail::store::kinds::has_recent(&**tx, &kinds, contact.id, since).await?
    {
        return Ok(());
    }
    let recipients = match unread_mailbox(app, tx).await? {
        Some(mailbox) => vec![mailbox],
        None => support(tx).await?,
    };
    queue_to(app, tx, contact, message, &recipients).await
}

/// Returns the assignee, if they work with contacts.
async fn assignee_of(tx: &Transaction, contact: &Contact) -> Result<Option<users::Model>> {
    let Some(id) = contact.assigned_to else { return Ok(None) };
    Ok(users::find(&**tx, id).await?.filter(users::is_active_support))
}

async fn gets_assignment_mail(tx: &Transaction, assignee: &users::Model) -> Result<bool> {
    let (_, preferences) = notifications::store::find_preferences(&**tx, assignee.id).await?;
    let choice = preferences.of(ContactEvent::Assigned);
    Ok(choice.email && choice.timing == NotificationTiming::AtOnce)
}

async fn queue_to(
    app: &App,
    tx: &Transaction,
    contact: &Contact,
    message: &Message,
    recipients: &[String],
) -> Result<()> {
    let origin = app.config.origin();
    let messages = recipients.iter().map(|to| notice(contact, message, to, &origin)).collect();
    mail::queue_all(app, tx, messages).await?;
    Ok(())
}

/// Queues the notice about the mail with which a contact began, after the rules have assigned the contact. An assignee who gets a mail
/// about the assignment at once gets none. Returns who gets the notice; `None` if the contact didn't begin with mail.
pub async fn queue_first(app: &App, tx: &Transaction, contact: &Contact) -> Result<Option<Vec<String>>> {
    if contact.channel != Channel::Email {
        return Ok(None);
    }
    let Some(message) = store::find_first(&**tx, contact.id).await? else { return Ok(None) };
    let recipients = match unread_mailbox(app, tx).await? {
        Some(mailbox) => vec![mailbox],
        None => match assignee_of(tx, contact).await? {
            Some(assignee) if gets_assignment_mail(tx, &assignee).await? => Vec::new(),
            Some(assignee) => vec![assignee.email],
            None => support(tx).await?,
        },
    };
    // A second message may have arrived meanwhile.
    let since = app.clock.now() - NOTICE_PERIOD;
    if !mail::store::kinds::has_recent(&**tx, &[NOTICE], contact.id, since).await? {
        queue_to(app, tx, contact, &message, &recipients).await?;
    }
    Ok(Some(recipients))
}

/// Notifies the assignee. Without mail, of which the outbox has a record, the times of the messages limit the notices.
async fn queue_to_assignee(
    app: &App,
    tx: &Transaction,
    before: &Contact,
    contact: &Contact,
    message: &Message,
    assignee: users::Model,
) -> Result<()> {
    let since = app.clock.now() - NOTICE_PERIOD;
    if before.status == ContactStatus::New {
        let (_, preferences) = notifications::store::find_preferences(&**tx, assignee.id).await?;
        let kinds = [NOTICE, contact_mail::NOTICE];
        let is_repeated = if preferences.reply.email {
            mail::store::kinds::has_recent(&**tx, &kinds, contact.id, since).await?
        } else {
            before.asked_at > since
        };
        if is_repeated {
            return Ok(());
        }
    }
    let notice = notice(contact, message, &assignee.email, &app.config.origin());
    let recipient = Recipient { id: assignee.id, email: assignee.email };
    notify(app, tx, &recipient, ContactEvent::Reply, contact, Some(notice)).await
}

/// Returns the company's mailbox. `None` if the company has none or this program reads it.
async fn unread_mailbox(app: &App, tx: &Transaction) -> Result<Option<String>> {
    let company = settings::store::contact(&**tx).await?;
    let is_read = |mailbox: &str| app.mailbox().is_some_and(|own| own.address.eq_ignore_ascii_case(mailbox));
    Ok(company.mailbox().filter(|mailbox| !is_read(mailbox)).map(str::to_owned))
}

/// Returns the addresses of all who work with contacts.
async fn support(tx: &Transaction) -> Result<Vec<String>> {
    Ok(users::list_support(&**tx).await?.into_iter().map(|user| user.email).collect())
}

/// Returns a notice. It has the text only of a confirmed message, so that an answer to it quotes nothing that a stranger wrote.
fn notice(contact: &Contact, message: &Message, to: &str, origin: &str) -> mail::model::Message {
    let from = notifications::sender_of(contact);
    let fields = [("Contato", &*from), ("Remetente", &*message.sender_email), ("Assunto", &*message.subject)];
    let mut notice = mail::model::Message::new(NOTICE, to, format!("Nova mensagem: {from}"))
        .about_contact(contact.id)
        .fields(fields);
    notice = match (message.is_confirmed, message.is_too_large) {
        (_, true) => notice.paragraph("A mensagem é grande demais e não foi lida. Veja-a na caixa de e-mail."),
        (true, _) => notice.quote(&message.text),
        (false, _) => notice.paragraph(
            "O remetente não foi confirmado: a mensagem não responde a um e-mail nosso, e qualquer um pode usar este \
             endereço. Leia o texto no painel. Uma resposta a este e-mail não chega ao remetente.",
        ),
    };
    if message.is_confirmed && !contact.fields.email.is_empty() {
        notice = notice.reply_to(&contact.fields.email);
    }
    if let Some(due_at) = contact.waits_until {
        notice = notice.paragraph(format!(
            "Responda pelo painel, para que a conversa fique na linha do tempo. A resposta foi prometida até {}.",
            LocalTime::at(due_at).full()
        ));
    }
    notice
        .action("Abrir no painel", format!("{origin}/admin/contacts/{}", contact.id))
        .reason("Você recebe este e-mail porque cuida dos contatos do site.")
}
