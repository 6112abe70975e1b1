//! The mail that asks to confirm a subscription.

use uuid::Uuid;

use super::links;
use crate::{app::App, foundation::mail::model::Message};

/// Kind of the message in the outbox.
pub const CONFIRMATION: &str = "newsletter_confirmation";

/// Returns the mail that asks the owner of an address to confirm. It contains no text from the form, which anyone could
/// have sent.
#[must_use]
pub fn confirmation(app: &App, email: &str, subscription_id: Uuid, secret: &str) -> Message {
    let origin = app.config.origin();
    Message::new(CONFIRMATION, email, "Confirme a sua inscrição na newsletter")
        .paragraph("Olá!")
        .paragraph("Falta um clique para este e-mail entrar na lista do nosso blog.")
        .paragraph("O link vale por 48 horas e funciona uma única vez.")
        .action("Confirmar inscrição", links::confirm_url(app, secret))
        .reason(format!(
            "Você recebe esta mensagem porque este endereço foi informado no formulário da newsletter, em \
             {origin}/newsletter. Se não foi você, ignore-a: sem a confirmação, nada mais será enviado."
        ))
        .unsubscribe_url(links::unsubscribe_url(app, subscription_id))
        .valid_for(links::CONFIRM_WITHIN)
}
