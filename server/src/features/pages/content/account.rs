//! `account.json`: content of the account page.

use super::{Link, PASSWORD_HINT, PageText, STAFF_PASSWORD_HINT, security::SecurityText};
use crate::features::pages::form::{
    build::{line, part, text, texts},
    content,
};

content! {
    /// Content `account`, of the visitor's account page.
    pub struct AccountContent {
        pub meta: PageText = part("Aba do navegador"),
        pub title: String = line("Título"),
        pub lead: String = text("Texto abaixo do título").max(400),
        /// Label of the list of sections.
        pub parts: String = line("Nome da lista de partes").max(60).hint("Lido por leitores de tela."),
        pub loading: String = line("Enquanto carrega").max(80),
        pub failed: String = line("Quando não carrega"),
        pub retry: String = line("Botão que tenta de novo").max(60),
        pub requests: OwnRequestsText = part("Meus pedidos"),
        pub profile: ProfileText = part("Perfil"),
        pub password: PasswordText = part("Senha"),
        pub security: Box<SecurityText> = part("Segurança"),
        pub sessions: SessionsText = part("Sessões"),
        pub data: OwnDataText = part("Meus dados"),
        pub deletion: DeletionText = part("Excluir a conta"),
        pub errors: AccountErrors = part("Avisos nos campos"),
    }

    pub struct OwnRequestsText {
        pub title: String = line("Título").max(80),
        pub empty: String = text("Quando não há pedidos").max(400),
        pub action: Link = part("Botão"),
        /// Text before the date on which the request was sent.
        pub sent: String = line("Antes da data").max(60),
        pub status: String = line("Nome da situação").max(60),
        /// Button that shows the full message.
        pub message: String = line("Botão que abre a mensagem").max(60),
        /// Text before the deadline of a reply.
        pub deadline: String = line("Antes do prazo da resposta").max(60),
        /// Text before the date of a reply.
        pub reply: String = line("Antes da data de uma resposta").max(60),
    }

    pub struct ProfileText {
        pub title: String = line("Título").max(80),
        pub full_name: String = line("Campo do nome").max(60),
        pub email: String = line("Campo do e-mail").max(60),
        pub verified: String = line("E-mail confirmado"),
        pub unverified: String = line("E-mail ainda não confirmado"),
        pub waiting: String = line("E-mail ainda não confirmado, sem servidor de e-mail")
            .hint("Mostrado enquanto o envio de e-mails não está configurado."),
        /// Text before the unconfirmed address.
        pub pending: String = line("Antes do novo e-mail, enquanto espera"),
        pub waiting_pending: String = line("Antes do novo e-mail, sem servidor de e-mail")
            .hint("Mostrado enquanto o envio de e-mails não está configurado."),
        pub resend: String = line("Botão que reenvia o link").max(60),
        pub waiting_resend: String = line("Botão que pede outro link, sem servidor de e-mail")
            .max(60)
            .hint("Mostrado enquanto o envio de e-mails não está configurado."),
        pub resent_title: String = line("Título depois de reenviar"),
        pub waiting_title: String = line("Título depois de pedir outro link, sem servidor de e-mail")
            .hint("Mostrado enquanto o envio de e-mails não está configurado."),
        pub resent_text: String = text("Texto depois de reenviar").max(300),
        pub current_password: String = line("Campo da senha atual").max(60),
        pub current_password_hint: String = text("Dica da senha atual").max(300),
        pub submit: String = line("Botão").max(60),
        pub busy: String = line("Botão, enquanto salva").max(60),
        pub done_title: String = line("Depois de salvar"),
        pub failed_title: String = line("Quando não salva"),
    }

    pub struct PasswordText {
        pub title: String = line("Título").max(80),
        pub lead: String = text("Texto").max(300),
        pub current: String = line("Campo da senha atual").max(60),
        pub new: String = line("Campo da nova senha").max(60),
        pub new_hint: String = text("Dica da nova senha").max(300).hint(PASSWORD_HINT),
        pub new_hint_staff: String = text("Dica da nova senha, para a equipe").max(300).hint(STAFF_PASSWORD_HINT),
        pub submit: String = line("Botão").max(60),
        pub busy: String = line("Botão, enquanto salva").max(60),
        pub done_title: String = line("Título depois de trocar"),
        pub done_text: String = text("Texto depois de trocar").max(300),
        pub failed_title: String = line("Quando não troca"),
    }

    pub struct SessionsText {
        pub title: String = line("Título").max(80),
        pub lead: String = text("Texto").max(300),
        /// Badge of the session of this browser.
        pub current: String = line("Marca da sessão deste navegador").max(60),
        pub started: String = line("Antes da data de entrada").max(60),
        pub last_seen: String = line("Antes da data do último uso").max(60),
        pub address: String = line("Nome do endereço IP").max(60),
        pub end: String = line("Botão que encerra uma").max(60),
        pub end_others: String = line("Botão que encerra as outras").max(60),
        pub ended_title: String = line("Depois de encerrar uma"),
        pub ended_others_title: String = line("Depois de encerrar as outras"),
        pub failed_title: String = line("Quando não encerra"),
    }

    pub struct OwnDataText {
        pub title: String = line("Título").max(80),
        pub lead: String = text("Texto").max(400),
        pub export: String = line("Botão").max(60),
        pub failed_title: String = line("Quando não baixa"),
        /// Text before the link to the form for requests about personal data.
        pub request_lead: String = text("Antes do link do pedido de privacidade").max(300),
        pub request: Link = part("Link do pedido de privacidade"),
    }

    pub struct DeletionText {
        pub title: String = line("Título").max(80),
        pub lead: String = text("Texto").max(300),
        /// List of the consequences.
        pub effects: Vec<String> = texts("O que acontece", "Efeito", 1..=10),
        /// Text that staff see instead of the form.
        pub staff: String = text("No lugar do formulário, para a equipe").max(300),
        pub open: String = line("Botão que abre o formulário").max(80),
        pub password: String = line("Campo da senha").max(60),
        pub submit: String = line("Botão").max(60),
        pub busy: String = line("Botão, enquanto exclui").max(60),
        pub cancel: String = line("Botão que cancela").max(40),
        pub done_title: String = line("Título depois de excluir"),
        pub done_text: String = text("Texto depois de excluir").max(300),
        pub done_unverified_text: String = text("Texto depois de excluir, se o e-mail não estava confirmado").max(400),
        pub failed_title: String = line("Quando não exclui"),
    }

    pub struct AccountErrors {
        pub missing: String = line("Falta preencher"),
        pub email_invalid: String = line("E-mail errado"),
        pub password_short: String = line("Senha curta").hint(PASSWORD_HINT),
    }
}

impl AccountContent {
    /// Uses the texts for a site without a mail server.
    pub fn use_texts_without_mail(&mut self) {
        let texts = &mut self.profile;
        for text in [&mut texts.unverified, &mut texts.resent_text] {
            texts.waiting.clone_into(text);
        }
        texts.waiting_pending.clone_into(&mut texts.pending);
        texts.waiting_resend.clone_into(&mut texts.resend);
        texts.waiting_title.clone_into(&mut texts.resent_title);
    }
}
