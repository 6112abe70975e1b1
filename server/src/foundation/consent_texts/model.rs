//! A consent text and its identity.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::platform::id;

/// The form that shows a consent text: the contact form, or the form that creates a visitor's account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum ConsentForm {
    Contact,
    Registration,
}

impl ConsentForm {
    fn key(self) -> &'static str {
        match self {
            Self::Contact => "contact",
            Self::Registration => "registration",
        }
    }
}

/// The text that a form shows now, and the name of its version.
#[derive(Clone, Debug)]
pub struct ShownConsent {
    pub form: ConsentForm,
    pub version: String,
    pub text: String,
}

impl ShownConsent {
    /// Returns the id, a hash of the form, the version and the text.
    #[must_use]
    pub fn id(&self) -> String {
        id::sha256_hex([self.form.key(), &*self.version, &*self.text].join("\n").as_bytes())
    }
}

/// A stored consent text.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConsentText {
    /// SHA-256 of form, version and text, in hexadecimal.
    pub id: String,
    pub form: ConsentForm,
    /// Name of the version, as staff chose it.
    pub version: String,
    /// What the form said about the use of the data, with the versions of the policy and the terms at that time.
    pub text: String,
    /// Time at which a form with this text was first sent.
    pub created_at: DateTime<Utc>,
}

/// A consent text in the export of a person's data.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExportedConsent {
    pub version: String,
    pub text: String,
}

impl From<ConsentText> for ExportedConsent {
    fn from(ConsentText { version, text, .. }: ConsentText) -> Self {
        Self { version, text }
    }
}
