//! The privacy policy and the terms of use: one shape, two documents.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::PageText;

/// `privacy.json`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PrivacyContent(pub LegalContent);

/// `terms.json`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TermsContent(pub LegalContent);

/// In its texts `{company}`, `{email}`, `{phone}` and `{address}` stand for the company's own.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LegalContent {
    pub meta: PageText,
    pub title: String,
    pub lead: String,
    pub labels: LegalLabels,
    pub version: String,
    /// The day from which it counts, as `2026-11-20`.
    pub effective: chrono::NaiveDate,
    pub sections: Vec<LegalSection>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LegalLabels {
    /// Heading of the list of sections.
    pub contents: String,
    /// `{version}` stands for the version, `{date}` for the day from which it counts.
    pub version: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LegalSection {
    /// What follows the `#` in the address of the section.
    pub id: String,
    pub title: String,
    pub blocks: Vec<LegalBlock>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum LegalBlock {
    Paragraph { text: String },
    List { items: Vec<String> },
}
