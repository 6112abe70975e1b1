//! Messages to users about changes that administrators made to their accounts.

use crate::{
    foundation::{
        accounts::{notices::AccountMessage, recovery::links::Purpose},
        identity::model::{Role, User},
        mail::{model::Message, names},
    },
    platform::{clock::Timestamp, text::date},
};

const UNEXPECTED: &str = "Se você não esperava por isso, fale com quem administra o site.";

#[must_use]
pub fn role_changed(user: &User, role: Role, now: Timestamp) -> Message {
    AccountMessage::RoleChanged
        .to(user, "O seu perfil de acesso mudou")
        .paragraph(
            "Um administrador mudou o perfil da sua conta. As sessões abertas foram encerradas: entre de novo \
            para continuar.",
        )
        .fields([("Antes", user.role.label()), ("Agora", role.label()), ("Quando", &date::moment(now))])
        .paragraph(UNEXPECTED)
}

#[must_use]
pub fn password_changed(user: &User, now: Timestamp) -> Message {
    AccountMessage::PasswordChanged
        .to(user, "A sua senha foi alterada")
        .paragraph(
            "Um administrador definiu uma nova senha para a sua conta. As sessões abertas foram encerradas.",
        )
        .fields([("Quando", &date::moment(now))])
        .paragraph(UNEXPECTED)
}

/// Returns the message to the former email.
#[must_use]
pub fn email_changed(user: &User, new_email: &str, now: Timestamp) -> Message {
    AccountMessage::EmailChanged
        .to(user, "O e-mail da sua conta foi alterado")
        .paragraph(
            "Um administrador alterou o e-mail da sua conta. Este endereço não serve mais para entrar.",
        )
        .fields([("Novo e-mail", new_email), ("Quando", &date::moment(now))])
        .paragraph(UNEXPECTED)
}

#[must_use]
pub fn invitation(user: &User, invited_by: &str, link: String) -> Message {
    AccountMessage::Invitation
        .to(user, "Você recebeu um convite para o nosso site")
        .paragraph(format!(
            "{} criou uma conta para você, com o perfil {}. Falta só escolher a sua senha.",
            names::plausible(invited_by).unwrap_or("Um administrador"),
            user.role.label()
        ))
        .paragraph(
            "O link vale por 7 dias e funciona uma única vez. Se ele vencer, peça outro em \"Esqueci minha \
            senha\", na página de entrada, com este mesmo e-mail.",
        )
        .action("Aceitar convite", link)
        .reason("Se você não esperava por este convite, ignore esta mensagem.")
        .valid_for(Purpose::Invitation.lifetime())
}

#[must_use]
pub fn second_factors_removed(user: &User, now: Timestamp) -> Message {
    AccountMessage::SecondFactorRemoved
        .to(user, "O segundo fator da sua conta foi retirado")
        .paragraph(
            "Um administrador retirou o segundo fator da sua conta. Para entrar, basta agora a senha: \
            cadastre um novo segundo fator assim que puder.",
        )
        .fields([("Quando", &date::moment(now))])
        .paragraph(UNEXPECTED)
}
