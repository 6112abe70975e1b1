//! `newsletter.json` and `newsletter_link.json`. The first has the texts of the subscription form. The second has the texts
//! of the pages that links in mails open, and of the archive.

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
        /// Consent text, which is stored with each subscription.
        pub privacy: String = text("O que se aceita ao assinar")
            .hint("Fica guardado, palavra por palavra, com cada inscrição."),
        /// Name of the consent text's version. Change it together with the text.
        pub consent_version: String = line("Versão desse texto").max(20).hint("Mude sempre que mudar o texto acima."),
        /// Label of the hidden field, which must stay empty.
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
        /// Label of the interests to choose. Hidden if staff offer none.
        pub choices: String = line("Assuntos, se houver").max(80),
        pub choices_hint: String = line("Ajuda dos assuntos").max(160),
    }

    pub struct NewsletterLinkContent {
        pub confirm: NewsletterLinkText = part("Confirmar a inscrição"),
        pub unsubscribe: NewsletterLinkText = part("Cancelar a inscrição"),
        pub preferences: NewsletterPreferencesText = part("Escolher os assuntos"),
        /// Link to the subscription form on pages about an ended subscription.
        pub again: Link = part("Link para se inscrever de novo"),
        pub archive: NewsletterArchiveText = part("Edições anteriores"),
    }

    /// Texts of the page where subscribers choose interests.
    pub struct NewsletterPreferencesText {
        pub meta: PageText = part("Aba do navegador"),
        pub title: String = line("Título"),
        /// `{subscriber}` is replaced with the masked email address.
        pub lead: String = text("Texto").max(400).hint("{subscriber} é trocado pelo e-mail de quem assina."),
        /// Text if the site offers no interests. `{subscriber}` is replaced with the masked email address.
        pub lead_empty: String = text("Texto sem assuntos para escolher").max(400)
            .hint("{subscriber} é trocado pelo e-mail de quem assina."),
        pub choices: String = line("Título dos assuntos").max(80),
        pub hint: String = line("Ajuda dos assuntos").max(160),
        pub submit: String = line("Botão").max(60),
        pub saved: String = line("Aviso ao salvar"),
        /// Button that leads to the page that ends the subscription.
        pub cancel: String = line("Botão para cancelar a inscrição").max(60),
        pub invalid_title: String = line("Título quando o link não vale"),
        pub invalid_text: String = text("Texto quando o link não vale").max(400),
        pub back: Link = part("Link de volta"),
    }

    /// Texts of the public archive of editions.
    pub struct NewsletterArchiveText {
        pub meta: PageText = part("Aba do navegador da lista"),
        pub title: String = line("Título"),
        pub lead: String = text("Texto").max(400),
        pub empty: String = text("Texto sem edições").max(300),
        /// Text before the date of an edition.
        pub sent: String = line("Antes da data").max(60),
        /// Link from an edition to the list.
        pub back: Link = part("Link de volta à lista"),
        /// Link to the subscription form.
        pub subscribe: Link = part("Link para se inscrever"),
    }

    /// Texts of the page that one kind of link opens.
    pub struct NewsletterLinkText {
        pub meta: PageText = part("Aba do navegador"),
        pub title: String = line("Título"),
        pub lead: String = text("Texto").max(400),
        /// Text if the email address is known. `{subscriber}` is replaced with the address.
        pub lead_email: String = text("Texto quando se sabe o e-mail").max(400)
            .hint("{subscriber} é trocado pelo e-mail de quem assina."),
        pub submit: String = line("Botão").max(60),
        pub busy: String = line("Botão, enquanto envia").max(60),
        pub done_title: String = line("Título ao concluir"),
        pub done_text: String = text("Texto ao concluir").max(400),
        pub invalid_title: String = line("Título quando o link não vale"),
        pub invalid_text: String = text("Texto quando o link não vale").max(400),
        pub failed_title: String = line("Título quando não conclui"),
        /// Link after the action.
        pub back: Link = part("Link ao concluir"),
        /// Link on the page of an invalid link.
        pub invalid_action: Link = part("Link quando o link não vale"),
    }
}

impl NewsletterContent {
    /// Uses the texts for a site without a mail server.
    pub fn use_texts_without_mail(&mut self) {
        self.waiting_title.clone_into(&mut self.done_title);
        self.waiting_text.clone_into(&mut self.done_text);
        self.text = [&*self.text, &*self.waiting_text].join(" ");
    }
}
