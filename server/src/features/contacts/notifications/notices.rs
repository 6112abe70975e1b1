//! The texts of notices. They have no text that the sender wrote.

use super::model::ContactEvent;
use crate::{
    app::App,
    features::contacts::{
        answered, fields::ContactFields, message::NO_SERVICE, model::Contact, promise::wording::LocalTime,
    },
    foundation::{mail::model::Message, push::Notification},
};

/// Path of the list of waiting contacts in the panel.
const WAITING: &str = "/admin/contacts?view=waiting";
const CHOICE: &str = "Escolha em Meus Avisos, no painel, de que quer ser avisado.";
/// Kind of the messages in the outbox.
pub const NOTICE: &str = "contact_event";

/// Returns 'Ana – Empresa'.
pub fn sender_of(contact: &Contact) -> String {
    let ContactFields { name, company, .. } = &contact.fields;
    [&**name, &**company].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" – ")
}

/// Returns the notification about an event. It has only the name and the service.
pub(super) fn notification(event: ContactEvent, contact: &Contact) -> Notification {
    let sender = sender_of(contact);
    let service = contact.fields.service();
    let known = [&*sender, &*service].into_iter().filter(|text| !text.is_empty() && *text != NO_SERVICE);
    Notification {
        title: event.label().to_owned(),
        body: known.collect::<Vec<_>>().join(" · "),
        path: format!("/admin/contacts/{}", contact.id),
        tag: contact.id.to_string(),
    }
}

/// Returns the notification about the same event of many contacts.
pub(super) fn notification_of_many(event: ContactEvent, count: usize) -> Notification {
    Notification {
        title: event.label().to_owned(),
        body: format!("{count} contatos"),
        path: WAITING.to_owned(),
        tag: event.label().to_owned(),
    }
}

/// Returns the mail about the promises of many contacts. It has no names, because it isn't deleted with the contacts.
pub(super) fn message_of_many(event: ContactEvent, count: usize, to: &str, origin: &str) -> Message {
    Message::new(NOTICE, to, format!("{}: {count} contatos", event.label()))
        .paragraph(format!(
            "{count} contatos ainda esperam resposta, e três quartos do prazo deles já passaram."
        ))
        .action("Abrir os contatos", format!("{origin}{WAITING}"))
        .reason(format!("Você recebe este e-mail porque o prazo de contatos está perto do fim. {CHOICE}"))
}

/// Returns the mail about an event. `author` is the name of who has assigned the contact; `None` if a rule has.
pub(super) fn message(
    app: &App,
    event: ContactEvent,
    contact: &Contact,
    to: &str,
    author: Option<&str>,
) -> Message {
    let origin = app.config.origin();
    let sender = sender_of(contact);
    let (text, reason) = match (event, author) {
        (ContactEvent::Assigned, Some(author)) => {
            (format!("{author} atribuiu este contato a você."), "um contato foi atribuído a você")
        }
        (ContactEvent::Assigned, None) => (
            "A distribuição automática atribuiu este contato a você.".to_owned(),
            "um contato foi atribuído a você",
        ),
        (ContactEvent::PromiseEnding, _) => (
            "Este contato ainda espera resposta, e três quartos do prazo já passaram.".to_owned(),
            "o prazo de um contato está perto do fim",
        ),
        (ContactEvent::NotDelivered, _) => (
            if contact.waits_until.is_some() {
                "A resposta a este contato não foi entregue, e a pessoa continua esperando. O painel mostra o motivo."
            } else {
                "A resposta a este contato não foi entregue. O painel mostra o motivo."
            }
            .to_owned(),
            "uma resposta não foi entregue",
        ),
        _ => ("Chegou um contato.".to_owned(), "chegou um contato"),
    };
    let service = contact.fields.service();
    let fields = [
        ("Contato", &*sender),
        ("Serviço", &*service),
        ("Telefone", &*contact.fields.phone),
        ("E-mail", &*contact.fields.email),
    ];
    let fields = fields.into_iter().filter(|(_, value)| !value.is_empty());
    let fields = fields.map(|(label, value)| (label.to_owned(), value.to_owned()));
    let mut message = Message::new(NOTICE, to, format!("{}: {sender}", event.label()))
        .about_contact(contact.id)
        .paragraph(text)
        .listed(fields.collect());
    if let Some(due_at) = contact.waits_until {
        let due = LocalTime::at(due_at).full();
        message = message.paragraph(format!("A resposta foi prometida até {due}."));
    }
    // A reply that staff write in their mail program reaches the person, unless that address has just failed.
    if !contact.fields.email.is_empty() && event != ContactEvent::NotDelivered {
        message = message.reply_to(&contact.fields.email);
    }
    // Without a mailbox that this program reads, staff answer in their own mail program.
    if app.mailbox().is_none() && contact.waits_until.is_some() {
        message = message.second_action("Já respondi", answered::url(&app.secret_key, contact, &origin));
    }
    message
        .action("Abrir no painel", format!("{origin}/admin/contacts/{}", contact.id))
        .reason(format!("Você recebe este e-mail porque {reason}. {CHOICE}"))
}
