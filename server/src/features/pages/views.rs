//! Props of the legal pages.

use serde::Serialize;
use utoipa::ToSchema;

use super::documents::legal::{LegalContent, LegalSection};
use crate::platform::date;

/// Props of the privacy policy and of the terms of use.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LegalView {
    pub title: String,
    pub lead: String,
    /// Which version it is and from when it counts.
    pub version: String,
    /// Heading of the list of sections.
    pub contents: String,
    pub sections: Vec<LegalSection>,
}

#[must_use]
pub fn legal_page(content: LegalContent) -> LegalView {
    let version = content.labels.version.replace("{version}", &content.version);
    LegalView {
        lead: content.lead,
        version: version.replace("{date}", &date::long(content.effective)),
        sections: content.sections,
        title: content.title,
        contents: content.labels.contents,
    }
}
