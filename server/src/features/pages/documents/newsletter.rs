//! `newsletter.json`: the box that asks for an e-mail address, and the page it leads to without JavaScript.
//! `newsletter_link.json`: the pages that the links in the newsletter's mails lead to.

use super::{Link, PageText};
use crate::features::pages::form::{
    build::{line, part, text},
    content,
};

content! {
    pub struct NewsletterContent {
        pub meta: PageText = part("Aba do navegador"),
        pub title: String = line("Título"),
        pub text: String = text("Texto").max(400),
        pub email: String = line("Campo do e-mail").max(60),
        pub placeholder: String = line("Exemplo dentro do campo").max(60),
        pub submit: String = line("Botão").max(60),
        pub busy: String = line("Botão, enquanto envia").max(60),
        /// What whoever subscribes agrees to. Kept, word for word, with each subscription.
        pub privacy: String = text("O que se aceita ao assinar")
            .hint("Fica guardado, palavra por palavra, com cada inscrição."),
        /// The name of that text, to be changed with it.
        pub consent_version: String = line("Versão desse texto").max(20).hint("Mude sempre que mudar o texto acima."),
        /// Label of the field that people never see and must leave empty.
        pub trap: String = line("Campo escondido contra robôs").max(80),
        pub email_missing: String = line("Falta o e-mail"),
        pub email_invalid: String = line("E-mail errado"),
        pub done_title: String = line("Título depois de assinar"),
        pub done_text: String = text("Texto depois de assinar"),
        pub waiting_title: String = line("Título depois de assinar, sem servidor de e-mail"),
        pub waiting_text: String = text("Texto depois de assinar, sem servidor de e-mail").max(300)
            .hint("Mostrado enquanto o envio de e-mails não está configurado: o pedido de confirmação segue depois."),
        pub failed_title: String = line("Título quando não conclui"),
        pub failed_text: String = text("Texto quando não conclui").max(300),
        pub back: Link = part("Link de volta"),
    }

    pub struct NewsletterLinkContent {
        pub confirm: NewsletterLinkText = part("Confirmar a inscrição"),
        pub unsubscribe: NewsletterLinkText = part("Cancelar a inscrição"),
    }

    /// What is said around one kind of link.
    pub struct NewsletterLinkText {
        pub meta: PageText = part("Aba do navegador"),
        pub title: String = line("Título"),
        pub lead: String = text("Texto").max(400),
        /// The same where the address is known; `{subscriber}` stands for it.
        pub lead_email: String = text("Texto quando se sabe o e-mail").max(400)
            .hint("{subscriber} é trocado pelo e-mail de quem assina."),
        pub submit: String = line("Botão").max(60),
        pub busy: String = line("Botão, enquanto envia").max(60),
        pub done_title: String = line("Título ao concluir"),
        pub done_text: String = text("Texto ao concluir").max(400),
        pub invalid_title: String = line("Título quando o link não vale"),
        pub invalid_text: String = text("Texto quando o link não vale").max(400),
        pub failed_title: String = line("Título quando não conclui"),
        /// Where to go from there.
        pub back: Link = part("Link ao concluir"),
        /// What helps whoever has a link that is no good.
        pub invalid_action: Link = part("Link quando o link não vale"),
    }
}

impl NewsletterContent {
    /// Shows the texts for a site without a mail server.
    pub fn promise_no_mail(&mut self) {
        self.waiting_title.clone_into(&mut self.done_title);
        self.waiting_text.clone_into(&mut self.done_text);
        self.text = [&*self.text, &*self.waiting_text].join(" ");
    }
}
