//! Messages to users about their accounts.

use std::net::IpAddr;

use sea_orm::{EnumIter, Iterable};

use super::recovery::links::Purpose;
use crate::{
    foundation::{
        identity::model::User,
        mail::{model::Message, names::greeting},
    },
    platform::{clock::Timestamp, text::date},
};

const NOT_YOU: &str = "Se não foi você, redefina a sua senha agora em \"Esqueci minha senha\", na página de entrada, \
    e fale conosco.";

/// A kind of message to a user about the account.
#[derive(Clone, Copy, Debug, EnumIter)]
pub enum AccountMessage {
    EmailChanged,
    EmailInUse,
    EmailVerification,
    Invitation,
    PasskeyAdded,
    PasskeyRemoved,
    PasswordChanged,
    PasswordReset,
    RecoveryCodeUsed,
    RecoveryCodesReplaced,
    RoleChanged,
    SecondFactorAdded,
    SecondFactorRemoved,
}

impl AccountMessage {
    /// Returns all kinds of messages as stored. An erasure deletes such messages, also those to an unverified email.
    #[must_use]
    pub fn kinds() -> Vec<&'static str> {
        Self::iter().map(Self::kind).collect()
    }

    const fn kind(self) -> &'static str {
        match self {
            Self::EmailChanged => "email_changed",
            Self::EmailInUse => "email_in_use",
            Self::EmailVerification => "email_verification",
            Self::Invitation => "invitation",
            Self::PasskeyAdded => "passkey_added",
            Self::PasskeyRemoved => "passkey_removed",
            Self::PasswordChanged => "password_changed",
            Self::PasswordReset => "password_reset",
            Self::RecoveryCodeUsed => "recovery_code_used",
            Self::RecoveryCodesReplaced => "recovery_codes_replaced",
            Self::RoleChanged => "role_changed",
            Self::SecondFactorAdded => "second_factor_added",
            Self::SecondFactorRemoved => "second_factor_removed",
        }
    }

    /// Returns a message to the user's email, which begins with a greeting.
    #[must_use]
    pub fn to(self, user: &User, subject: &str) -> Message {
        Message::new(self.kind(), &user.email, subject)
            .named(&user.full_name)
            .paragraph(greeting(&user.full_name))
    }
}

/// Returns the message to the email to verify. `email` differs from the user's email if it is a new one.
#[must_use]
pub fn verify_email(user: &User, email: &str, link: String) -> Message {
    let changed = email != user.email;
    let ask = if changed {
        "Confirme que este é o novo e-mail da sua conta. Até lá, continua valendo o anterior."
    } else {
        "Obrigado por criar a sua conta. Confirme que este e-mail é seu para acompanhar os seus pedidos com segurança."
    };
    let message = AccountMessage::EmailVerification.to(user, "Confirme o seu e-mail");
    Message { to: email.to_owned(), ..message }
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
    AccountMessage::PasswordReset
        .to(user, "Redefina a sua senha")
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
    AccountMessage::PasswordChanged
        .to(user, "A sua senha foi alterada")
        .paragraph("A senha da sua conta foi alterada. As outras sessões foram encerradas.")
        .fields([("Quando", &date::moment(now)), ("Endereço IP", &ip.to_string())])
        .paragraph(NOT_YOU)
}

/// Returns the message to the former email.
#[must_use]
pub fn email_changed(user: &User, new_email: &str, now: Timestamp) -> Message {
    AccountMessage::EmailChanged
        .to(user, "O e-mail da sua conta foi alterado")
        .paragraph("O e-mail da sua conta foi alterado. Este endereço não serve mais para entrar.")
        .fields([("Novo e-mail", new_email), ("Quando", &date::moment(now))])
        .paragraph("Se não foi você, fale conosco agora: alguém pode ter usado a sua conta.")
}

/// Returns the message to a user whose email was entered for another account.
#[must_use]
pub fn email_in_use(owner: &User) -> Message {
    AccountMessage::EmailInUse
        .to(owner, "Este e-mail já é da sua conta")
        .paragraph(
            "Alguém pediu para usar este e-mail em outra conta do nosso site. Como ele já é o e-mail da sua conta, nada \
            mudou.",
        )
        .paragraph("Se foi você, entre com este e-mail ou use \"Esqueci minha senha\" na página de entrada.")
        .reason("Se não foi você, ignore esta mensagem: ninguém teve acesso à sua conta.")
}
