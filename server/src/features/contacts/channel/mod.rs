//! The channel of a contact: how the request arrived. Staff record those that don't arrive by the form, by mail or from a file.

pub mod recording;
pub mod whatsapp;

use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a contact arrived. `form`: by the form of the site. `email`: by mail of an unknown sender. `import`: from a file of contacts.
/// Staff record the others: `phone`, `visit` (to the company), `whatsapp`, `other`, and mail that another mailbox received.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumIter,
    DeriveActiveEnum,
)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Channel {
    #[default]
    Form,
    Phone,
    Visit,
    Whatsapp,
    Email,
    Import,
    Other,
}

impl Channel {
    /// Returns the label for staff.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Form => "Formulário do site",
            Self::Phone => "Telefone",
            Self::Visit => "Visita",
            Self::Whatsapp => "WhatsApp",
            Self::Email => "E-mail",
            Self::Import => "Importação",
            Self::Other => "Outro",
        }
    }

    /// Returns how the request arrived, as in 'Em 20/11/2026, pelo site:'.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Form => "pelo site",
            Self::Phone => "por telefone",
            Self::Visit => "em uma visita",
            Self::Whatsapp => "pelo WhatsApp",
            Self::Email => "por e-mail",
            Self::Import => "segundo o arquivo importado",
            Self::Other => "por outro canal",
        }
    }
}
