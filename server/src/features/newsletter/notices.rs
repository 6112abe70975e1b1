//! The mails that ask for the confirmation of a subscription.

use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::{interests, links, model::Subscription};
use crate::{app::App, foundation::mail::model::Message, platform::error::Result};

/// Kind of the confirmation mails in the outbox.
pub const CONFIRMATION: &str = "newsletter_confirmation";
/// Kind of the mails to imported addresses in the outbox.
pub const INVITATION: &str = "newsletter_invitation";

/// Returns the mail that asks the owner of an address to confirm. It contains no text from the form, because anyone can
/// send the form. It links to the preferences if the site offers interests.
pub async fn confirmation(
    app: &App,
    connection: &impl ConnectionTrait,
    email: &str,
    subscription_id: Uuid,
    secret: &str,
) -> Result<Message> {
    let origin = app.config.origin();
    let message = Message::new(CONFIRMATION, email, "Confirme a sua inscrição na newsletter")
        .paragraph("Olá!")
        .paragraph("Falta um clique para este e-mail entrar na lista do nosso blog.")
        .paragraph("O link vale por 48 horas e funciona uma única vez.")
        .action("Confirmar inscrição", links::confirm_url(app, secret))
        .reason(format!(
            "Você recebe esta mensagem porque este endereço foi informado no formulário da newsletter, em \
             {origin}/newsletter. Se não foi você, ignore-a: sem a confirmação, nada mais será enviado."
        ))
        .unsubscribe_url(links::unsubscribe_url(app, subscription_id, email))
        .valid_for(links::CONFIRM_WITHIN);
    if interests::store::list(connection).await?.is_empty() {
        return Ok(message);
    }
    Ok(message.preferences_url(links::preferences_url(app, subscription_id, email)))
}

/// Returns the mail that asks the owner of an imported address to agree to the consent text.
#[must_use]
pub fn invitation(
    app: &App,
    subscription: &Subscription,
    company: &str,
    consent_text: &str,
    secret: &str,
) -> Message {
    Message::new(INVITATION, &*subscription.email, "Você quer receber a nossa newsletter?")
        .paragraph("Olá!")
        .paragraph(format!(
            "A {company} tem o seu e-mail na lista de contatos. Para enviar a newsletter, precisamos da sua confirmação."
        ))
        .quote(consent_text)
        .paragraph("O link vale por 7 dias e funciona uma única vez.")
        .action("Quero receber", links::confirm_url(app, secret))
        .reason(
            "Você recebe este pedido uma única vez. Se não quiser a newsletter, ignore-o: sem a confirmação, nada mais \
             será enviado, e o endereço será apagado da lista.",
        )
        .unsubscribe_url(links::unsubscribe_url(app, subscription.id, &subscription.email))
        .valid_for(links::INVITED_WITHIN)
}
