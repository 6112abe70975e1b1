//! Props of the legal pages.

use serde::Serialize;
use utoipa::ToSchema;

use super::documents::legal::{LegalBlock, LegalContent, LegalSection};
use crate::{kit::date, settings::model::Company};

/// Props of the privacy policy and of the terms of use, with the company's facts in their texts.
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
pub fn legal_page(content: LegalContent, company: &Company) -> LegalView {
    let fill = |text: &str| {
        text.replace("{company}", &company.name)
            .replace("{email}", &company.email)
            .replace("{phone}", &company.phone)
            .replace("{address}", &company.address)
    };
    let block = |block: &LegalBlock| match block {
        LegalBlock::Paragraph { text } => LegalBlock::Paragraph { text: fill(text) },
        LegalBlock::List { items } => {
            LegalBlock::List { items: items.iter().map(|item| fill(item)).collect() }
        }
    };
    let section = |section: &LegalSection| LegalSection {
        id: section.id.clone(),
        title: section.title.clone(),
        blocks: section.blocks.iter().map(block).collect(),
    };
    let version = content.labels.version.replace("{version}", &content.version);
    LegalView {
        lead: fill(&content.lead),
        version: version.replace("{date}", &date::long(content.effective)),
        sections: content.sections.iter().map(section).collect(),
        title: content.title,
        contents: content.labels.contents,
    }
}
