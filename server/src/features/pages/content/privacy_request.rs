//! `privacy_request.json`: texts of the form for privacy requests, and of the page where the mailed link confirms a request.

use super::{Link, PageText};
use crate::features::pages::form::{
    build::{line, lines, part, text},
    content,
};

content! {
    pub struct PrivacyRequestContent {
        pub meta: PageText = part("Aba do navegador"),
        pub title: String = line("Título"),
        pub lead: String = text("Texto abaixo do título").max(400),
        pub steps_title: String = line("Título dos passos").max(80),
        pub steps: Vec<String> = lines("Passos", "Passo", 1..=6),
        /// How to reach the data protection officer instead. Hidden if no officer is configured, which leaves the text empty.
        pub officer: String = text("Canal do encarregado").max(400).optional()
            .hint("{data_officer} e {data_officer_contact} vêm de Configurações Gerais."),
        pub policy: Link = part("Link da política de privacidade"),
        pub form: PrivacyRequestFormText = part("Formulário"),
        pub kinds: PrivacyKindsText = part("O que se pode pedir"),
        pub sent: PrivacySentText = part("Depois de enviar"),
        pub confirm: PrivacyConfirmText = part("Link do e-mail"),
    }

    pub struct PrivacyRequestFormText {
        pub kind: String = line("Pergunta sobre o pedido").max(80),
        pub name: String = line("Campo do nome").max(60),
        pub email: String = line("Campo do e-mail").max(60),
        pub email_hint: String = text("Dica do e-mail").max(300),
        pub message: String = line("Campo da mensagem").max(60),
        pub message_hint: String = text("Dica da mensagem").max(300),
        pub optional: String = line("Marca dos campos opcionais").max(40),
        /// Label of the hidden field, which must stay empty.
        pub trap: String = line("Campo escondido contra robôs").max(80),
        pub submit: String = line("Botão").max(60),
        pub busy: String = line("Botão, enquanto envia").max(60),
        pub privacy: String = text("Abaixo do botão").max(300),
        pub summary: String = line("Acima do formulário, quando há erros"),
        pub failed_title: String = line("Título quando não envia"),
    }

    /// Texts of each kind of request.
    pub struct PrivacyKindsText {
        pub access: PrivacyKindText = part("Acesso"),
        pub correction: PrivacyKindText = part("Correção"),
        pub deletion: PrivacyKindText = part("Exclusão"),
        pub portability: PrivacyKindText = part("Portabilidade"),
        pub information: PrivacyKindText = part("Informação"),
        pub revocation: PrivacyKindText = part("Revogação do consentimento"),
        pub opposition: PrivacyKindText = part("Oposição"),
    }

    pub struct PrivacyKindText {
        pub label: String = line("Nome").max(80),
        pub hint: String = text("Explicação").max(200),
    }

    pub struct PrivacySentText {
        pub title: String = line("Título"),
        pub text: String = text("Texto").max(400),
        pub waiting_title: String = line("Título, sem servidor de e-mail"),
        pub waiting_text: String = text("Texto, sem servidor de e-mail").max(400),
        pub protocol: String = line("Antes do protocolo").max(60),
        pub back: Link = part("Botão"),
        /// Link to the empty form.
        pub retry: Link = part("Link para quem errou o e-mail"),
    }

    pub struct PrivacyConfirmText {
        pub title: String = line("Título"),
        pub text: String = text("Texto").max(400),
        pub submit: String = line("Botão").max(60),
        pub done_title: String = line("Título ao concluir"),
        pub done_text: String = text("Texto ao concluir").max(400),
        pub invalid_title: String = line("Título quando o link não vale"),
        pub invalid_text: String = text("Texto quando o link não vale").max(400),
        pub invalid_action: Link = part("Botão quando o link não vale"),
    }
}

impl PrivacyRequestContent {
    /// Uses the texts for a site without a mail server.
    pub fn use_texts_without_mail(&mut self) {
        self.sent.waiting_title.clone_into(&mut self.sent.title);
        self.sent.waiting_text.clone_into(&mut self.sent.text);
    }
}
