//! `not_found.json`: content of the not-found page.

use super::{Link, PageText};
use crate::features::pages::form::{
    build::{line, part, text},
    content,
};

content! {
    /// Content `not_found`, of the not-found page.
    pub struct NotFoundContent {
        pub meta: PageText = part("Aba do navegador"),
        pub code: String = line("Número grande").max(20),
        pub message: String = line("Mensagem"),
        pub back: Link = part("Botão"),
        /// Heading of the help below the message.
        pub title: String = line("Título da ajuda"),
        pub text: String = text("Texto da ajuda").max(300),
        /// Heading of the links to the detail pages of services.
        pub services: String = line("Título dos links para os serviços").max(80),
    }
}
