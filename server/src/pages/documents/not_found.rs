//! What stands where no page is: `not_found.json`.

use super::{Link, PageText};
use crate::pages::form::{
    build::{line, part},
    content,
};

content! {
    /// `not_found.json`.
    pub struct NotFoundContent {
        pub meta: PageText = part("Aba do navegador"),
        pub code: String = line("Número grande").max(20),
        pub message: String = line("Mensagem"),
        pub back: Link = part("Botão"),
    }
}
