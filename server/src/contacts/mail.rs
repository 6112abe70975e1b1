//! Mail about a contact request: to the company, with everything in it, and to its sender, with nothing in it that a
//! stranger could have written. Otherwise the form would carry anybody's words to anybody.

use uuid::Uuid;

use super::{
    model::{Contact, split_message},
    store,
};
use crate::{
    accounts::store::users,
    app::App,
    kit::{date, db::Transaction, error::Result, text},
    mail::{self, model::Message, names::greeting},
    settings::model::ContactInfo,
};

/// Queues what a contact request sets off. A suspected robot's sets off nothing.
pub async fn queue(app: &App, tx: &Transaction, contact: &Contact, company: &ContactInfo) -> Result<()> {
    if contact.quarantined {
        return Ok(());
    }
    let origin = app.config.origin();
    let mut messages = Vec::with_capacity(2);
    for to in notice_recipients(tx, company).await? {
        messages.push(notice(contact, &to, &origin));
    }
    // Whoever uses the form to fill somebody's mailbox stops getting through; the contact is kept all the same.
    let has_receipt = app.limits.receipts.take(text::fold(&contact.email), app.clock.now()).is_ok();
    if has_receipt {
        messages.push(receipt(contact, company, &origin));
    }
    let ids = mail::queue_all(app, tx, messages).await?;
    if let Some(receipt) = ids.last().filter(|_| has_receipt) {
        store::set_receipt(&**tx, contact.id, *receipt).await?;
    }
    Ok(())
}

/// The subject of the receipt; mail programs put an answer to it in the same conversation.
pub const RECEIPT_SUBJECT: &str = "Recebemos a sua mensagem";

/// What a member of staff answers. `earlier` are the messages of the conversation so far, the oldest first.
#[must_use]
pub fn reply(
    contact: &Contact,
    company: &ContactInfo,
    subject: &str,
    text: &str,
    earlier: Vec<Uuid>,
) -> Message {
    let mut message = Message::new("contact_reply", &contact.email, subject).named(&contact.name);
    for paragraph in text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
        message = message.paragraph(paragraph);
    }
    if let Some(mailbox) = company.mailbox() {
        message = message.reply_to(mailbox);
    }
    let (_, words) = split_message(&contact.message);
    message
        .paragraph(format!("Em {}, você escreveu:", date::moment(contact.created_at)))
        .quote(words)
        .written_by_hand()
        .follows(earlier)
}

/// The company's mailbox, or every administrator while there is none.
async fn notice_recipients(tx: &Transaction, company: &ContactInfo) -> Result<Vec<String>> {
    match company.mailbox() {
        Some(mailbox) => Ok(vec![mailbox.to_owned()]),
        None => users::list_admin_emails(&**tx).await,
    }
}

fn notice(contact: &Contact, to: &str, origin: &str) -> Message {
    let fields = [
        ("Nome", &*contact.name),
        ("Empresa", &contact.company),
        ("E-mail", &contact.email),
        ("Telefone", &contact.phone),
    ];
    Message::new("contact_notice", to, format!("Novo contato: {} – {}", contact.name, contact.company))
        .reply_to(&contact.email)
        .fields(fields)
        .quote(&contact.message)
        .paragraph(
            "Responda a este e-mail para falar com quem escreveu. A resposta foi prometida em até 24 horas.",
        )
        .action("Abrir no painel", format!("{origin}/admin/contacts/{}", contact.id))
        .reason("Você recebe este e-mail porque é para este endereço que vão os avisos de contato do site.")
}

fn receipt(contact: &Contact, company: &ContactInfo, origin: &str) -> Message {
    let mut message = Message::new("contact_receipt", &contact.email, RECEIPT_SUBJECT)
        .named(&contact.name)
        .paragraph(greeting(&contact.name))
        .paragraph("Obrigado pelo contato. Nossa equipe vai responder em até 24 horas.");
    if !company.phone.is_empty() {
        message = message.paragraph(format!("Se for urgente, ligue para {}.", company.shown_phone()));
    }
    if let Some(mailbox) = company.mailbox() {
        message = message.reply_to(mailbox);
    }
    message.reason(format!(
        "Você recebe este e-mail porque o formulário de {origin}/contato foi enviado com o seu endereço. \
         Se não foi você, desconsidere."
    ))
}
