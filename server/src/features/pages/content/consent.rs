//! `consent.json`: content of the notice that asks for consent to trackers.

use super::Link;
use crate::features::pages::form::{
    build::{line, part, text},
    content,
};

content! {
    /// Content `consent`, of the notice that asks for consent to trackers.
    pub struct ConsentContent {
        pub title: String = line("Título").max(80),
        pub text: String = text("Texto").max(400)
            .hint("Qualquer mudança nos textos do aviso muda a versão dele, e o aviso aparece de novo para todos."),
        pub accept: String = line("Botão que aceita tudo").max(30),
        pub refuse: String = line("Botão que recusa tudo").max(30),
        pub choose: String = line("Botão que abre as preferências").max(30),
        /// Link to the privacy policy.
        pub policy: Link = part("Link para a política"),
        /// Label of the link in the footer that opens the preferences.
        pub preferences: String = line("Link no rodapé").max(40),
        pub choices: ConsentChoices = part("Preferências"),
        pub services: ConsentServices = part("O que se diz de cada serviço"),
    }

    /// Texts of the preferences.
    pub struct ConsentChoices {
        pub title: String = line("Título").max(80),
        pub text: String = text("Texto").max(500),
        /// Text for visitors whose browser sends the signal Global Privacy Control or Do Not Track.
        pub signal: String = text("Quando o navegador pede privacidade").max(300)
            .hint("Com Global Privacy Control ou Do Not Track, nada é perguntado e tudo fica recusado."),
        pub necessary: ConsentCategoryText = part("Necessários"),
        /// Text in place of the checkbox of the necessary category, which can't be refused.
        pub always: String = line("Rótulo de Necessários").max(30),
        pub statistics: ConsentCategoryText = part("Estatísticas"),
        pub marketing: ConsentCategoryText = part("Marketing"),
        pub save: String = line("Botão que salva").max(30),
        pub close: String = line("Botão que fecha").max(30),
        pub saved: String = line("Aviso depois da escolha").max(120),
        /// Text after the visitor has withdrawn consent, and the page was reloaded.
        pub withdrawn: String = text("Aviso depois de retirar uma permissão").max(300),
        /// Label of the id of the stored choice.
        pub code: String = line("Nome do código da escolha").max(60)
            .hint("Com esse código a pessoa pode pedir a prova do que escolheu."),
    }

    /// Texts of a category.
    pub struct ConsentCategoryText {
        pub title: String = line("Título").max(40),
        pub text: String = text("Texto").max(300),
    }

    /// Text about each service: its company, its cookies and their lifetime.
    pub struct ConsentServices {
        pub google_analytics: String = text("Google Analytics").max(300),
        pub hotjar: String = text("Hotjar").max(300),
        pub facebook_pixel: String = text("Pixel da Meta (Facebook)").max(300),
    }
}
