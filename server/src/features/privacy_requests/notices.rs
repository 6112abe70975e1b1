//! Mail about requests: the confirmation link and the receipt for the sender, the notice and the digest for
//! administrators, and the reply.

use super::{
    links,
    model::{DAYS_TO_ANSWER, PrivacyRequest, PrivacyRequestSummary},
};
use crate::{
    app::App,
    foundation::mail::{
        model::{Block, Message},
        names::greeting,
    },
    platform::{addresses, text::date},
};

const CONFIRMATION: &str = "privacy_request_confirmation";
const RECEIPT: &str = "privacy_request_receipt";
const NOTICE: &str = "privacy_request_notice";
const REPLY: &str = "privacy_request_reply";
/// Kind of the digest's messages in the outbox, and name of the digest.
pub const DIGEST: &str = "privacy_requests";

/// Returns the mail that asks the owner of an address to confirm. It contains no text from the form, because anyone can
/// send the form.
#[must_use]
pub fn confirmation(app: &App, request: &PrivacyRequest, secret: &str) -> Message {
    let subject = format!("Confirme o seu pedido de privacidade {}", request.protocol);
    Message::new(CONFIRMATION, &request.email, subject)
        .paragraph("Olá!")
        .paragraph(
            "Recebemos um pedido sobre dados pessoais com este e-mail. Confirme que ele é seu, para que ninguém peça os seus \
             dados no seu lugar. O link vale por 48 horas e funciona uma única vez.",
        )
        .fields([("Protocolo", &*request.protocol), ("Pedido", request.kind.label())])
        .action("Confirmar pedido", links::confirm_url(app, secret))
        .reason(format!(
            "Você recebe esta mensagem porque este endereço foi informado em {}. Se não foi você, ignore-a: sem a \
             confirmação, nada será feito.",
            form_url(app)
        ))
        .valid_for(links::CONFIRM_WITHIN)
}

/// Returns the receipt for a confirmed request.
#[must_use]
pub fn receipt(app: &App, request: &PrivacyRequest, reply_to: Option<&str>) -> Message {
    let subject = format!("Pedido de privacidade {} recebido", request.protocol);
    let due_on = date::long(request.due_on);
    let message = Message::new(RECEIPT, &request.email, subject)
        .named(&request.name)
        .paragraph(greeting(&request.name))
        .paragraph(format!(
            "O seu pedido está confirmado e já está com a nossa equipe. Respondemos por e-mail em até {DAYS_TO_ANSWER} dias: \
             até {due_on}."
        ))
        .fields([
            ("Protocolo", &*request.protocol),
            ("Pedido", request.kind.label()),
            ("Resposta até", &*due_on),
        ])
        .paragraph("Guarde o protocolo: com ele você acompanha o pedido conosco ou, se for preciso, na ANPD.")
        .reason(format!("Você recebe este e-mail porque confirmou um pedido feito em {}.", form_url(app)));
    with_reply_to(message, reply_to)
}

/// Returns the notice to an administrator about a confirmed request.
#[must_use]
pub fn notice(app: &App, request: &PrivacyRequest, to: &str) -> Message {
    let subject = format!("Novo pedido de privacidade: {}", request.kind.label());
    Message::new(NOTICE, to, subject)
        .paragraph("Uma pessoa pediu algo sobre os próprios dados e confirmou o e-mail dela.")
        .fields([
            ("Protocolo", &*request.protocol),
            ("Pedido", request.kind.label()),
            ("Responder até", &*date::long(request.due_on)),
        ])
        .action("Abrir o pedido", panel_url(app, request))
        .reason("Você recebe este e-mail porque administra o site ou responde pelos pedidos de privacidade.")
}

/// Returns the digest for an administrator. It names the requests in `named`, and counts all that are due soon or overdue.
#[must_use]
pub fn digest(app: &App, named: &[PrivacyRequest], counts: &PrivacyRequestSummary, to: &str) -> Message {
    let all = counts.due_soon + counts.overdue;
    let subject = match (all, counts.overdue) {
        (1, 0) => "1 pedido de privacidade vence em breve".to_owned(),
        (1, _) => "1 pedido de privacidade está atrasado".to_owned(),
        (all, 0) => format!("{all} pedidos de privacidade vencem em breve"),
        (all, overdue) => format!("{all} pedidos de privacidade a responder, {overdue} em atraso"),
    };
    let mut message = Message::new(DIGEST, to, subject)
        .paragraph("A lei dá 15 dias para responder a quem pede algo sobre os próprios dados. Faltam estes:");
    let lines = named.iter().map(|request| {
        let (kind, day) = (request.kind.label(), date::long(request.due_on));
        let value = match request.days_left {
            Some(days) if days < 0 => format!("{kind}: venceu em {day}"),
            Some(0) => format!("{kind}: vence hoje"),
            _ => format!("{kind}: até {day}"),
        };
        (request.protocol.clone(), value)
    });
    message.body.blocks.push(Block::Fields(lines.collect()));
    match all.saturating_sub(named.len() as u64) {
        0 => {}
        1 => message = message.paragraph("Outro pedido aparece só no painel."),
        others => message = message.paragraph(format!("Outros {others} pedidos aparecem só no painel.")),
    }
    message
        .action("Abrir os pedidos", format!("{}/admin/privacy-requests", app.config.origin()))
        .reason("Você recebe este e-mail, no máximo uma vez por dia, porque administra o site.")
}

/// Returns the mail of a reply.
#[must_use]
pub fn reply(request: &PrivacyRequest, text: &str, reply_to: Option<&str>) -> Message {
    let subject = format!("Resposta ao seu pedido de privacidade {}", request.protocol);
    let message = Message::new(REPLY, &request.email, subject)
        .named(&request.name)
        .paragraphs(text)
        .fields([
            ("Protocolo", &*request.protocol),
            ("Pedido", request.kind.label()),
            ("Recebido em", &*date::moment(request.created_at)),
        ])
        .written_by_hand();
    with_reply_to(message, reply_to)
}

fn with_reply_to(message: Message, reply_to: Option<&str>) -> Message {
    match reply_to {
        Some(mailbox) => message.reply_to(mailbox),
        None => message,
    }
}

fn form_url(app: &App) -> String {
    format!("{}{}", app.config.origin(), addresses::PRIVACY_REQUEST.path)
}

fn panel_url(app: &App, request: &PrivacyRequest) -> String {
    format!("{}/admin/privacy-requests/{}", app.config.origin(), request.id)
}
