//! Messages to users about their accounts.

use std::net::IpAddr;

use super::recovery::links::Purpose;
use crate::{
    foundation::{
        identity::model::User,
        mail::{model::Message, names::greeting},
    },
    platform::{clock::Timestamp, date},
};

const NOT_YOU: &str = "Se não foi você, redefina a sua senha agora em \"Esqueci minha senha\", na página de entrada, \
    e fale conosco.";

/// Kinds of messages to users about their accounts, with those about changes by administrators. Messages about changes of
/// second factors by the users themselves are not included, except their removal.
pub const KINDS: [&str; 8] = [
    "email_changed",
    "email_in_use",
    "email_verification",
    "invitation",
    "password_changed",
    "password_reset",
    "role_changed",
    "second_factor_removed",
];

/// Returns the message to the email to verify. `email` differs from the user's email if it is a new one.
#[must_use]
pub fn verify_email(user: &User, email: &str, link: String) -> Message {
    let changed = email != user.email;
    let ask = if changed {
        "Confirme que este é o novo e-mail da sua conta. Até lá, continua valendo o anterior."
    } else {
        "Obrigado por criar a sua conta. Confirme que este e-mail é seu para acompanhar os seus pedidos com segurança."
    };
    Message::new("email_verification", email, "Confirme o seu e-mail")
        .named(&user.full_name)
        .paragraph(greeting(&user.full_name))
        .paragraph(ask)
        .paragraph("O link vale por 24 horas e funciona uma única vez.")
        .action("Confirmar e-mail", link)
        .reason(
            "Você recebeu esta mensagem porque este e-mail foi informado em uma conta do nosso site. \
            Se não foi você, ignore-a.",
        )
        .valid_for(Purpose::VerifyEmail.lifetime())
}

#[must_use]
pub fn reset_password(user: &User, link: String) -> Message {
    Message::new("password_reset", &user.email, "Redefina a sua senha")
        .named(&user.full_name)
        .paragraph(greeting(&user.full_name))
        .paragraph(
            "Recebemos um pedido para redefinir a senha da sua conta. Escolha uma nova pelo botão abaixo.",
        )
        .paragraph(
            "O link vale por 30 minutos e funciona uma única vez. Ao usá-lo, todas as sessões abertas são \
            encerradas.",
        )
        .action("Escolher nova senha", link)
        .reason("Se não foi você que pediu, ignore esta mensagem: a sua senha continua a mesma.")
        .valid_for(Purpose::ResetPassword.lifetime())
}

#[must_use]
pub fn password_changed(user: &User, ip: IpAddr, now: Timestamp) -> Message {
    Message::new("password_changed", &user.email, "A sua senha foi alterada")
        .named(&user.full_name)
        .paragraph(greeting(&user.full_name))
        .paragraph("A senha da sua conta foi alterada. As outras sessões foram encerradas.")
        .fields([("Quando", &date::moment(now)), ("Endereço IP", &ip.to_string())])
        .paragraph(NOT_YOU)
}

/// Returns the message to the former email.
#[must_use]
pub fn email_changed(user: &User, new_email: &str, now: Timestamp) -> Message {
    Message::new("email_changed", &user.email, "O e-mail da sua conta foi alterado")
        .named(&user.full_name)
        .paragraph(greeting(&user.full_name))
        .paragraph("O e-mail da sua conta foi alterado. Este endereço não serve mais para entrar.")
        .fields([("Novo e-mail", new_email), ("Quando", &date::moment(now))])
        .paragraph("Se não foi você, fale conosco agora: alguém pode ter usado a sua conta.")
}

/// Returns the message to a user whose email was entered for another account.
#[must_use]
pub fn email_in_use(owner: &User) -> Message {
    Message::new("email_in_use", &owner.email, "Este e-mail já é da sua conta")
        .named(&owner.full_name)
        .paragraph(greeting(&owner.full_name))
        .paragraph(
            "Alguém pediu para usar este e-mail em outra conta do nosso site. Como ele já é o e-mail da sua conta, nada \
            mudou.",
        )
        .paragraph("Se foi você, entre com este e-mail ou use \"Esqueci minha senha\" na página de entrada.")
        .reason("Se não foi você, ignore esta mensagem: ninguém teve acesso à sua conta.")
}
