//! Mail about a received contact request: a notice to the company with all fields, and a receipt to the sender. The
//! receipt omits the message, because anyone can enter any address and text in the form. It names the service only if the
//! form offers it.

use chrono::TimeDelta;
use uuid::Uuid;

use super::{
    answered, attachments,
    channel::Channel,
    fields::ContactFields,
    message::{UNSPECIFIC_SERVICES, split_message},
    messages,
    model::{Contact, ReplyDelivery},
    notifications,
    pages::service_options,
    promise::{Calendar, wording::LocalTime},
    replies, store,
};
use crate::{
    app::App,
    foundation::{
        identity::store::users,
        mail::{
            self,
            inbound::reply_address,
            model::{Block, Message},
            names::greeting,
        },
        settings::{
            self,
            model::{ContactInfo, DEMO_EMAIL},
            promised_hours,
        },
    },
    platform::{
        clock::Timestamp,
        db::Transaction,
        error::Result,
        id,
        limits::rate_limit::Reserved,
        text::{self, date},
    },
};

/// Kind of the notices to the company. Replies to them go to the sender of the contact.
pub const NOTICE: &str = "contact_notice";
const RECEIPT: &str = "contact_receipt";

/// Subject of the receipt. Mail programs group replies to it into one conversation.
const RECEIPT_SUBJECT: &str = "Recebemos a sua mensagem";

/// Writes the mail about contacts.
pub struct ContactMail<'a> {
    app: &'a App,
    company: &'a ContactInfo,
    calendar: Calendar,
    /// Addresses that get the notices.
    recipients: Vec<String>,
    origin: String,
}

impl<'a> ContactMail<'a> {
    pub async fn read(app: &'a App, tx: &Transaction, company: &'a ContactInfo) -> Result<Self> {
        let recipients = notice_recipients(tx, company).await?;
        Ok(Self { app, company, calendar: Calendar::new(company), recipients, origin: app.config.origin() })
    }

    /// Returns the notices of a contact to staff, except to `author`.
    #[must_use]
    pub fn notices(&self, contact: &Contact, files: &[&str], author: Option<&str>) -> Vec<Message> {
        let deadline = self.deadline_of(contact);
        // Without a mailbox that this program reads, staff answer in their own mail program.
        let key = &self.app.secret_key;
        let answered_url = self.app.mailbox().is_none().then(|| answered::url(key, contact, &self.origin));
        let is_author = |to: &str| author.is_some_and(|author| to.eq_ignore_ascii_case(author));
        let others = self.recipients.iter().filter(|to| !is_author(to.as_str()));
        let notice =
            |to: &String| notice(contact, files, to, &deadline, &self.origin, answered_url.as_deref());
        others.map(notice).collect()
    }

    /// Returns the receipt for the sender of a contact. `offered` are the services that the form offers.
    #[must_use]
    pub fn receipt(&self, contact: &Contact, offered: &[String]) -> Message {
        let deadline = self.deadline_of(contact);
        let mut receipt = receipt(contact, self.company, offered, &deadline, &self.origin);
        receipt.reply_to = reply_to(self.app, contact, self.company);
        receipt
    }

    fn deadline_of(&self, contact: &Contact) -> MailedDeadline {
        MailedDeadline::of(contact, &self.calendar, self.app.clock.now())
    }
}

/// Counts a receipt to the sender of a contact. `None` if the address has got too many, so that the form can't be used to flood a
/// mailbox.
pub fn reserve_receipt<'a>(app: &'a App, email: &str) -> Option<Reserved<'a, String>> {
    app.limits.receipts.reserve(text::fold(email), app.clock.steady()).ok()
}

/// Queues the notices and the receipt of a contact that was released from quarantine, or waits again.
async fn queue(app: &App, tx: &Transaction, contact: &Contact) -> Result<()> {
    let company = settings::store::contact(&**tx).await?;
    let files = attachments::store::list_of_request(&**tx, contact.id).await?;
    let files: Vec<&str> = files.iter().map(|file| &*file.name).collect();
    let mail = ContactMail::read(app, tx, &company).await?;
    let mut messages = mail.notices(contact, &files, None);
    // Only senders of the form expect a receipt.
    if contact.channel == Channel::Form
        && let Some(receipt) = reserve_receipt(app, &contact.fields.email)
    {
        receipt.keep();
        // Without the texts of the form, the receipt names no service.
        let offered = service_options(&**tx, app.clock.now()).await.inspect_err(
            |cause| tracing::error!(%cause, "the services of the contact form could not be read"),
        );
        let id = id::new_id(app.clock.now());
        messages.push(mail.receipt(contact, &offered.unwrap_or_default()).with_id(id));
        store::set_receipt(&**tx, contact.id, Some(id)).await?;
    }
    mail::queue_all(app, tx, messages).await?;
    Ok(())
}

/// Updates the queued mail after a change by staff. Withdraws the mail of a contact that was replied to. Queues the mail of a
/// contact that was released from quarantine, or whose mail was withdrawn and that waits again before its deadline.
pub async fn follow_change(app: &App, tx: &Transaction, before: &Contact, after: &Contact) -> Result<()> {
    let has_reply = after.answered_at.is_some() || after.delivery == Some(ReplyDelivery::Queued);
    if before.answered_at.is_none() && after.answered_at.is_some() && withdraw(app, tx, after.id).await? {
        return store::set_announced(&**tx, after.id, false).await;
    }
    if before.announced || after.quarantined || has_reply {
        return Ok(());
    }
    if before.quarantined && before.deleted_at.is_none() {
        notifications::announce_new(app, tx, after.id, None).await?;
    }
    if before.quarantined || after.due_at.is_none_or(|due_at| due_at > app.clock.now()) {
        queue(app, tx, after).await?;
    }
    store::set_announced(&**tx, after.id, true).await
}

/// Sends what is queued for the sender of a contact to the corrected address.
pub async fn redirect(app: &App, tx: &Transaction, contact: &Contact) -> Result<()> {
    let email = &contact.fields.email;
    if email.is_empty() {
        return Ok(());
    }
    // The messages of replies that came with a merge are about the other contact.
    let mut ids = replies::store::list_message_ids(&**tx, contact.id).await?;
    ids.extend(store::find_receipt(&**tx, contact.id).await?);
    mail::store::redirect(&**tx, &ids, email, app.clock.now()).await
}

/// Deletes the unsent receipt and notices of a contact, because they are outdated after a reply. Returns whether there were any.
pub async fn withdraw(app: &App, tx: &Transaction, contact_id: Uuid) -> Result<bool> {
    mail::store::delete_waiting(
        &**tx,
        &[messages::NOTICE, notifications::NOTICE],
        Some(contact_id),
        app.clock.now(),
    )
    .await?;
    let kinds = [RECEIPT, NOTICE];
    let deleted = mail::store::delete_waiting(&**tx, &kinds, Some(contact_id), app.clock.now()).await?;
    if store::find_receipt(&**tx, contact_id).await?.is_some_and(|receipt| deleted.contains(&receipt)) {
        store::set_receipt(&**tx, contact_id, None).await?;
    }
    Ok(!deleted.is_empty())
}

/// The deadline of a promised reply, for mails.
struct MailedDeadline {
    /// 'em até 24 horas: até terça-feira, 24/11, às 18h', or only the time if it results from earlier settings.
    text: String,
    /// Time until the deadline; zero or negative if it has passed.
    left: TimeDelta,
}

impl MailedDeadline {
    fn of(contact: &Contact, calendar: &Calendar, now: Timestamp) -> Self {
        let due_at = calendar.deadline_of(contact);
        let mut text = format!("até {}", LocalTime::at(due_at).full());
        if let Some(hours) = calendar.hours_of(contact) {
            text = format!("em até {}: {text}", promised_hours::label(hours));
        }
        Self { text, left: due_at - now }
    }
}

/// Returns the company's mailbox, or the addresses of all administrators if there is none. Before the first administrator exists,
/// the demo company's address: the notice is withheld until the company has one.
pub async fn notice_recipients(tx: &Transaction, company: &ContactInfo) -> Result<Vec<String>> {
    match company.mailbox() {
        Some(mailbox) => Ok(vec![mailbox.to_owned()]),
        None => {
            let admins = users::list_admin_emails(&**tx).await?;
            Ok(if admins.is_empty() { vec![DEMO_EMAIL.to_owned()] } else { admins })
        }
    }
}

/// Returns the address for answers to mail about a contact: of the mailbox that this program reads, or else the company's. `None` for
/// the address that sends the mail.
pub fn reply_to(app: &App, contact: &Contact, company: &ContactInfo) -> Option<String> {
    let Some(mailbox) = app.mailbox() else { return company.mailbox().map(str::to_owned) };
    let has_tokens = mailbox.has_tokens;
    let address = &mailbox.address;
    Some(if has_tokens { reply_address::of(&app.secret_key, address, contact.id) } else { address.clone() })
}

fn notice(
    contact: &Contact,
    files: &[&str],
    to: &str,
    deadline: &MailedDeadline,
    origin: &str,
    answered_url: Option<&str>,
) -> Message {
    let ContactFields { name, email, phone, company, message } = &contact.fields;
    let channel = if contact.channel == Channel::Form { "" } else { contact.channel.label() };
    let fields = [
        ("Nome", &**name),
        ("Empresa", &**company),
        ("E-mail", email),
        ("Telefone", phone),
        ("Canal", channel),
    ];
    let fields = fields.into_iter().filter(|(_, value)| !value.is_empty());
    let fields = fields.map(|(label, value)| (label.to_owned(), value.to_owned())).collect();
    let from = notifications::sender_of(contact);
    let subject = format!("Novo contato: {from}");
    let how = match answered_url {
        _ if email.is_empty() => {
            "Ligue ou escreva pelo WhatsApp e, depois, marque o contato como respondido no painel."
        }
        Some(_) => {
            "Responda a este e-mail para falar com quem escreveu e, depois, use o link Já respondi, para que o contato não \
             conste como atrasado."
        }
        None => "Responda pelo painel, para que a conversa fique na linha do tempo.",
    };
    let mut message =
        Message::new(NOTICE, to, subject).about_contact(contact.id).listed(fields).quote(message);
    if !files.is_empty() {
        message = message.paragraph(format!(
            "Arquivos que a pessoa anexou: {}. O painel mostra os que chegaram.",
            files.join(", ")
        ));
    }
    message = message
        .paragraph(format!("{how} A resposta foi prometida {}.", deadline.text))
        .action("Abrir no painel", format!("{origin}/admin/contacts/{}", contact.id))
        .reason("Você recebe este e-mail porque é para este endereço que vão os avisos de contato do site.");
    if !email.is_empty() {
        message = message.reply_to(email);
    }
    if let Some(url) = answered_url {
        message = message.second_action("Já respondi", url);
    }
    message
}

fn receipt(
    contact: &Contact,
    company: &ContactInfo,
    offered: &[String],
    deadline: &MailedDeadline,
    origin: &str,
) -> Message {
    let ContactFields { name, email, .. } = &contact.fields;
    let mut message = Message::new(RECEIPT, email, RECEIPT_SUBJECT).about_contact(contact.id).named(name);
    let next = if deadline.left <= TimeDelta::zero() {
        "Obrigado pelo contato. A sua mensagem demorou a chegar à nossa equipe, que vai responder assim que puder."
            .to_owned()
    } else {
        // A receipt must not be sent after the deadline that it names.
        message = message.valid_for(deadline.left);
        format!(
            "Obrigado pelo contato. Nossa equipe vai responder {} (horário de Brasília), por e-mail ou \
             telefone.",
            deadline.text
        )
    };
    message = message.paragraph(greeting(name)).paragraph(next);
    message.body.blocks.push(Block::Fields(receipt_fields(contact, company, offered)));
    let ways = match (company.phone.is_empty(), company.whatsapp.is_empty()) {
        (false, false) => "ligue ou chame no WhatsApp",
        (false, true) => "ligue",
        (true, false) => "chame no WhatsApp",
        (true, true) => "",
    };
    if !ways.is_empty() {
        message = message.paragraph(format!("Se for urgente, não espere: {ways}."));
    }
    message.reason(format!(
        "Você recebe este e-mail porque o formulário de {origin}/contato foi enviado com o seu endereço. \
         Se não foi você, desconsidere."
    ))
}

/// Returns labels and values about the request, without text that the sender wrote, and the company's contact details.
fn receipt_fields(contact: &Contact, company: &ContactInfo, offered: &[String]) -> Vec<(String, String)> {
    let service = split_message(&contact.fields.message).0;
    let is_named = !UNSPECIFIC_SERVICES.contains(&service) && offered.iter().any(|name| name == service);
    let subject = if is_named { service } else { "" };
    let fields = [
        ("Enviado em", date::moment(contact.created_at)),
        ("Assunto", subject.to_owned()),
        ("Atendimento", company.business_hours.clone()),
        ("Telefone", company.phone.clone()),
        ("WhatsApp", company.whatsapp.clone()),
    ];
    let present = fields.into_iter().filter(|(_, value)| !value.trim().is_empty());
    present.map(|(name, value)| (name.to_owned(), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::NOTICE;
    use crate::foundation::mail::model::COMPANY_NOTICE;

    #[test]
    fn notices_to_the_demo_company_are_withheld() {
        assert_eq!(NOTICE, COMPANY_NOTICE);
    }
}
