//! Mail about a contact request: to the company, with everything in it, and to its sender, with nothing in it that a
//! stranger could have written. Otherwise the form would carry anybody's words to anybody.

use chrono::TimeDelta;
use uuid::Uuid;

use super::{
    model::{AnswerDelivery, Contact, NO_SUBJECT, split_message},
    promise::{Calendar, wording::Deadline},
    store,
};
use crate::{
    app::App,
    foundation::{
        identity::store::users,
        mail::{
            self,
            model::{Block, Message},
            names::{self, greeting},
        },
        settings::{self, facts, model::ContactInfo},
    },
    platform::{clock::Timestamp, date, db::Transaction, error::Result, text},
};

/// Queues what a contact request sets off. A suspected robot's sets off nothing.
pub async fn queue(app: &App, tx: &Transaction, contact: &Contact, company: &ContactInfo) -> Result<()> {
    if contact.quarantined {
        return Ok(());
    }
    let origin = app.config.origin();
    let promise = Promised::of(contact, company, app.clock.now());
    let mut messages = Vec::with_capacity(2);
    for to in notice_recipients(tx, company).await? {
        messages.push(notice(contact, &to, &promise, &origin));
    }
    // Whoever uses the form to fill somebody's mailbox stops getting through; the contact is kept all the same.
    let has_receipt = app.limits.receipts.take(text::fold(&contact.email), app.clock.steady()).is_ok();
    if has_receipt {
        messages.push(receipt(contact, company, &promise, &origin));
    }
    let ids = mail::queue_all(app, tx, messages).await?;
    if let Some(receipt) = ids.last().filter(|_| has_receipt) {
        store::set_receipt(&**tx, contact.id, Some(*receipt)).await?;
    }
    Ok(())
}

/// Carries out what a change by staff means for the receipt and the notices. Queues what a suspected contact held back
/// when staff say that it isn't spam, and withdraws what waits once staff say that the contact was answered.
pub async fn follow(app: &App, tx: &Transaction, before: &Contact, after: &Contact) -> Result<()> {
    if before.answered_at.is_none() && after.answered_at.is_some() {
        withdraw(app, tx, after.id).await?;
    }
    if before.announced || after.quarantined {
        return Ok(());
    }
    if after.answered_at.is_none() && after.delivery != Some(AnswerDelivery::Queued) {
        let company = settings::store::contact(&**tx).await?;
        queue(app, tx, after, &company).await?;
    }
    store::set_announced(&**tx, after.id).await
}

/// Deletes the receipt and the notices of a contact that have not been sent: after the answer they would be wrong.
pub async fn withdraw(app: &App, tx: &Transaction, contact: Uuid) -> Result<()> {
    let kinds = [RECEIPT, NOTICE];
    let deleted = mail::store::delete_waiting(&**tx, &kinds, Some(contact), app.clock.now()).await?;
    if store::find_receipt(&**tx, contact).await?.is_some_and(|receipt| deleted.contains(&receipt)) {
        store::set_receipt(&**tx, contact, None).await?;
    }
    Ok(())
}

/// Until when an answer was promised, in words that hold on any day.
struct Promised {
    deadline: String,
    /// What is left of it; not positive once it has passed.
    left: TimeDelta,
}

impl Promised {
    fn of(contact: &Contact, company: &ContactInfo, now: Timestamp) -> Self {
        let calendar = Calendar::new(&company.business_hours);
        let due_at = calendar.due_of(contact);
        Self { deadline: Deadline::at(due_at).full(), left: due_at - now }
    }
}

/// Notices to the company. Answers to them go to the sender of the contact.
pub const NOTICE: &str = "contact_notice";
const RECEIPT: &str = "contact_receipt";

/// The subject of the receipt; mail programs put an answer to it in the same conversation.
const RECEIPT_SUBJECT: &str = "Recebemos a sua mensagem";

/// What a member of staff answers. `earlier` are the messages of the conversation so far, the oldest first.
#[must_use]
pub fn reply(
    contact: &Contact,
    company: &ContactInfo,
    subject: &str,
    text: &str,
    earlier: Vec<Uuid>,
) -> Message {
    let mut message =
        Message::new("contact_reply", &contact.email, subject).about_contact(contact.id).named(&contact.name);
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

fn notice(contact: &Contact, to: &str, promise: &Promised, origin: &str) -> Message {
    let fields = [
        ("Nome", &*contact.name),
        ("Empresa", &contact.company),
        ("E-mail", &contact.email),
        ("Telefone", &contact.phone),
    ];
    let subject = format!("Novo contato: {} – {}", contact.name, contact.company);
    Message::new(NOTICE, to, subject)
        .about_contact(contact.id)
        .reply_to(&contact.email)
        .fields(fields)
        .quote(&contact.message)
        .paragraph(format!(
            "Responda a este e-mail para falar com quem escreveu e, depois, marque o contato como Respondido no painel. \
             A resposta foi prometida em até {}: até {}.",
            facts::promise(),
            promise.deadline
        ))
        .action("Abrir no painel", format!("{origin}/admin/contacts/{}", contact.id))
        .reason("Você recebe este e-mail porque é para este endereço que vão os avisos de contato do site.")
}

fn receipt(contact: &Contact, company: &ContactInfo, promise: &Promised, origin: &str) -> Message {
    let mut message =
        Message::new(RECEIPT, &contact.email, RECEIPT_SUBJECT).about_contact(contact.id).named(&contact.name);
    let next = if promise.left <= TimeDelta::zero() {
        "Obrigado pelo contato. A sua mensagem demorou a chegar à nossa equipe, que vai responder assim que puder."
            .to_owned()
    } else {
        // After the deadline that it tells it must not be sent.
        message = message.valid_for(promise.left);
        format!(
            "Obrigado pelo contato. Nossa equipe vai responder em até {}: até {} (horário de Brasília), por \
             e-mail ou telefone.",
            facts::promise(),
            promise.deadline
        )
    };
    message = message.paragraph(greeting(&contact.name)).paragraph(next);
    message.body.blocks.push(Block::Fields(what_is_known(contact, company)));
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

/// What was sent, as far as it isn't anybody's own text, and how the company is reached.
fn what_is_known(contact: &Contact, company: &ContactInfo) -> Vec<(String, String)> {
    let service = Some(split_message(&contact.message).0).filter(|service| !NO_SUBJECT.contains(service));
    let fields = [
        ("Enviado em", date::moment(contact.created_at)),
        ("Assunto", service.and_then(names::plausible).unwrap_or_default().to_owned()),
        ("Atendimento", company.business_hours.clone()),
        ("Telefone", company.phone.clone()),
        ("WhatsApp", company.whatsapp.clone()),
    ];
    let known = fields.into_iter().filter(|(_, value)| !value.trim().is_empty());
    known.map(|(name, value)| (name.to_owned(), value)).collect()
}
