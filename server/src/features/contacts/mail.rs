//! Mail about a received contact request: a notice to the company with all fields, and a receipt to the sender. The
//! receipt omits the message, because anyone can enter any address and text in the form. It names the service only if the
//! form offers it.

use chrono::TimeDelta;
use uuid::Uuid;

use super::{
    fields::ContactFields,
    message::{UNSPECIFIC_SERVICES, split_message},
    model::{Contact, ReplyDelivery},
    pages::service_options,
    promise::{Calendar, wording::LocalTime},
    store,
};
use crate::{
    app::App,
    foundation::{
        identity::store::users,
        mail::{
            self,
            model::{Block, Message},
            names::greeting,
        },
        settings::{self, facts, model::ContactInfo},
    },
    platform::{
        clock::Timestamp,
        db::Transaction,
        error::Result,
        text::{self, date},
    },
};

/// Kind of the notices to the company. Replies to them go to the sender of the contact.
pub const NOTICE: &str = "contact_notice";
const RECEIPT: &str = "contact_receipt";

/// Subject of the receipt. Mail programs group replies to it into one conversation.
const RECEIPT_SUBJECT: &str = "Recebemos a sua mensagem";

/// Queues the notices and the receipt of a contact, unless it is quarantined.
pub async fn queue(app: &App, tx: &Transaction, contact: &Contact, company: &ContactInfo) -> Result<()> {
    if contact.quarantined {
        return Ok(());
    }
    let origin = app.config.origin();
    let deadline = MailedDeadline::of(contact, company, app.clock.now());
    let mut messages = Vec::with_capacity(2);
    for to in notice_recipients(tx, company).await? {
        messages.push(notice(contact, &to, &deadline, &origin));
    }
    // Receipts per address are limited, so that the form can't be used to flood a mailbox. Without a receipt, the contact
    // is stored too.
    let has_receipt = app.limits.receipts.take(text::fold(&contact.fields.email), app.clock.steady()).is_ok();
    if has_receipt {
        let offered = offered_services(tx, app.clock.now()).await;
        messages.push(receipt(contact, company, &offered, &deadline, &origin));
    }
    // The ids have the order of the messages, so the receipt's id is the last one.
    let ids = mail::queue_all(app, tx, messages).await?;
    if let Some(receipt) = ids.last().filter(|_| has_receipt) {
        store::set_receipt(&**tx, contact.id, Some(*receipt)).await?;
    }
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
    if before.quarantined || after.due_at.is_none_or(|due_at| due_at > app.clock.now()) {
        let company = settings::store::contact(&**tx).await?;
        queue(app, tx, after, &company).await?;
    }
    store::set_announced(&**tx, after.id, true).await
}

/// Deletes the unsent receipt and notices of a contact, because they are outdated after a reply. Returns whether there were any.
pub async fn withdraw(app: &App, tx: &Transaction, contact_id: Uuid) -> Result<bool> {
    let kinds = [RECEIPT, NOTICE];
    let deleted = mail::store::delete_waiting(&**tx, &kinds, Some(contact_id), app.clock.now()).await?;
    if store::find_receipt(&**tx, contact_id).await?.is_some_and(|receipt| deleted.contains(&receipt)) {
        store::set_receipt(&**tx, contact_id, None).await?;
    }
    Ok(!deleted.is_empty())
}

/// The deadline of a promised reply, for mails.
struct MailedDeadline {
    text: String,
    /// Time until the deadline; zero or negative if it has passed.
    left: TimeDelta,
}

impl MailedDeadline {
    fn of(contact: &Contact, company: &ContactInfo, now: Timestamp) -> Self {
        let calendar = Calendar::new(&company.business_hours);
        let due_at = calendar.deadline_of(contact);
        Self { text: LocalTime::at(due_at).full(), left: due_at - now }
    }
}

/// Returns the services that the form offers. Empty if the texts of the form can't be read, so that the contact is stored
/// nevertheless.
async fn offered_services(tx: &Transaction, now: Timestamp) -> Vec<String> {
    service_options(&**tx, now).await.unwrap_or_else(|cause| {
        tracing::error!(%cause, "the services of the contact form could not be read");
        Vec::new()
    })
}

/// Returns the company's mailbox, or the addresses of all administrators if there is none.
async fn notice_recipients(tx: &Transaction, company: &ContactInfo) -> Result<Vec<String>> {
    match company.mailbox() {
        Some(mailbox) => Ok(vec![mailbox.to_owned()]),
        None => users::list_admin_emails(&**tx).await,
    }
}

fn notice(contact: &Contact, to: &str, deadline: &MailedDeadline, origin: &str) -> Message {
    let ContactFields { name, email, phone, company, message } = &contact.fields;
    let fields = [("Nome", name), ("Empresa", company), ("E-mail", email), ("Telefone", phone)];
    let subject = format!("Novo contato: {name} – {company}");
    Message::new(NOTICE, to, subject)
        .about_contact(contact.id)
        .reply_to(email)
        .fields(fields.map(|(label, value)| (label, &**value)))
        .quote(message)
        .paragraph(format!(
            "Responda a este e-mail para falar com quem escreveu e, depois, marque o contato como Respondido no painel. \
             A resposta foi prometida em até {}: até {}.",
            facts::promise(),
            deadline.text
        ))
        .action("Abrir no painel", format!("{origin}/admin/contacts/{}", contact.id))
        .reason("Você recebe este e-mail porque é para este endereço que vão os avisos de contato do site.")
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
            "Obrigado pelo contato. Nossa equipe vai responder em até {}: até {} (horário de Brasília), por \
             e-mail ou telefone.",
            facts::promise(),
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
    if let Some(mailbox) = company.mailbox() {
        message = message.reply_to(mailbox);
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
