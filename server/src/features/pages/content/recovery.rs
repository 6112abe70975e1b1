//! `recovery.json`: texts of the pages that recover access to an account or confirm an email address.

use super::{Link, PASSWORD_HINT, PageText};
use crate::features::pages::form::{
    build::{line, part, text},
    content,
};

content! {
    /// Content `recovery`, of the pages of account recovery and email confirmation.
    pub struct RecoveryContent {
        pub forgot: ForgotText = part("Esqueci minha senha"),
        pub reset: ResetText = part("Nova senha"),
        pub confirm: ConfirmText = part("Confirmar e-mail"),
        pub errors: RecoveryErrors = part("Avisos nos campos"),
    }

    /// Texts of the form that requests a link to choose a new password.
    pub struct ForgotText {
        pub meta: PageText = part("Aba do navegador"),
        pub back: String = line("Link de volta").max(60),
        pub title: String = line("Título"),
        pub lead: String = text("Texto").max(300),
        pub email: String = line("Campo do e-mail").max(60),
        pub submit: String = line("Botão").max(60),
        pub busy: String = line("Botão, enquanto envia").max(60),
        pub done_title: String = line("Título depois de pedir"),
        pub done_text: String = text("Texto depois de pedir").max(400),
        pub waiting_lead: String = text("Texto, sem servidor de e-mail").max(300)
            .hint("Mostrado enquanto o envio de e-mails não está configurado."),
        pub waiting_title: String = line("Título depois de pedir, sem servidor de e-mail"),
        pub waiting_text: String = text("Texto depois de pedir, sem servidor de e-mail").max(400),
        pub failed_title: String = line("Quando não envia"),
    }

    /// Texts of the page that the link opens to choose a new password.
    pub struct ResetText {
        pub meta: PageText = part("Aba do navegador"),
        pub title: String = line("Título"),
        pub lead: String = text("Texto").max(300),
        pub password: String = line("Campo da senha").max(60),
        pub password_hint: String = text("Dica da senha").max(300).hint(PASSWORD_HINT),
        pub submit: String = line("Botão").max(60),
        pub busy: String = line("Botão, enquanto salva").max(60),
        pub done_title: String = line("Título depois de salvar"),
        pub done_text: String = text("Texto depois de salvar").max(300),
        pub sign_in: String = line("Link para entrar").max(60),
        pub invalid_title: String = line("Título quando o link não vale"),
        pub invalid_text: String = text("Texto quando o link não vale").max(300),
        pub ask_again: String = line("Link para pedir outro").max(60),
        pub failed_title: String = line("Quando não salva"),
    }

    /// Texts of the page that the link opens to confirm an email address.
    pub struct ConfirmText {
        pub meta: PageText = part("Aba do navegador"),
        pub title: String = line("Título"),
        pub lead: String = text("Texto").max(300),
        pub submit: String = line("Botão").max(60),
        pub busy: String = line("Botão, enquanto confirma").max(60),
        pub done_title: String = line("Título depois de confirmar"),
        /// Text before the confirmed email address.
        pub done_text: String = text("Texto antes do e-mail").max(300),
        pub go_on: Link = part("Botão para seguir"),
        pub invalid_title: String = line("Título quando o link não vale"),
        pub invalid_text: String = text("Texto quando o link não vale").max(400),
        pub failed_title: String = line("Quando não confirma"),
    }

    pub struct RecoveryErrors {
        pub email_missing: String = line("Falta o e-mail"),
        pub email_invalid: String = line("E-mail errado"),
        pub password_missing: String = line("Falta a senha"),
        pub password_short: String = line("Senha curta").hint(PASSWORD_HINT),
    }
}

impl RecoveryContent {
    /// Uses the texts for a site without a mail server.
    pub fn use_texts_without_mail(&mut self) {
        let texts = &mut self.forgot;
        texts.waiting_lead.clone_into(&mut texts.lead);
        texts.waiting_title.clone_into(&mut texts.done_title);
        texts.waiting_text.clone_into(&mut texts.done_text);
    }
}
