//! A section of the footer and what is asked of it.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    features::navigation::{
        link::{FooterLink, LinkContext, LinkInput, StoredLink},
        target::LinkTarget,
    },
    platform::{db::order, error::Result, parse::Fields},
};

/// The footer is always given whole, so it can't grow without end.
pub const MAX_FOOTER_SECTIONS: u64 = 12;
pub const MAX_LINKS: usize = 20;
pub const MAX_TITLE: usize = 60;
pub const MAX_LABEL: usize = 80;
pub const MAX_DESCRIPTION: usize = 600;

/// `contact` shows how to reach the company, `social` its networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum FooterSectionType {
    Links,
    Contact,
    Social,
    Text,
}

/// A section of the footer. Visitors get those that are active.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FooterSection {
    pub id: Uuid,
    pub title: String,
    #[serde(rename = "type")]
    pub kind: FooterSectionType,
    pub content: FooterContent,
    /// Its place among all sections, from the lowest.
    pub order: i32,
    pub is_active: bool,
    #[schema(required)]
    pub updated_at: Option<DateTime<Utc>>,
    /// When it was put in the trash; it is gone for good 30 days later.
    #[schema(required)]
    pub deleted_at: Option<DateTime<Utc>>,
    #[serde(skip)]
    pub stored: StoredContent,
}

impl FooterSection {
    /// One that isn't saved yet.
    #[must_use]
    pub fn drafted() -> Self {
        Self {
            id: Uuid::nil(),
            title: String::new(),
            kind: FooterSectionType::Text,
            content: FooterContent::default(),
            order: i32::MAX,
            is_active: true,
            updated_at: None,
            deleted_at: None,
            stored: StoredContent::default(),
        }
    }
}

/// What a section shows; which of it there is depends on its type.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct FooterContent {
    /// Of `text`; empty for what the company says of itself in the contact settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub description: Option<String>,
    /// Of `links`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub links: Option<Vec<FooterLink>>,
    /// Of `contact`, from the contact settings, like the two that follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub address: Option<String>,
}

/// What a section has of its own; which of it depends on its type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredContent {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<StoredLink>,
}

/// What staff send. A new section needs a title and a type; of one that is changed, what is left out keeps its value.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct FooterSectionInput {
    pub title: Option<String>,
    #[serde(rename = "type")]
    pub kind: Option<FooterSectionType>,
    pub content: Option<ContentInput>,
    pub is_active: Option<bool>,
}

/// What it leaves out keeps its value. Telephone, e-mail and address are changed in the contact settings.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct ContentInput {
    pub description: Option<String>,
    /// All links of the section, in order.
    pub links: Option<Vec<LinkInput>>,
}

/// The fields of a section, valid.
#[derive(Clone, Debug)]
pub struct Details {
    pub title: String,
    pub kind: FooterSectionType,
    pub content: StoredContent,
    pub is_active: bool,
}

impl FooterSectionInput {
    /// What its links lead to.
    pub fn targets(&self) -> impl Iterator<Item = LinkTarget> {
        let links = self.content.iter().flat_map(|content| content.links.iter().flatten());
        links.filter_map(|link| link.target)
    }

    /// The section after the change; without `current`, a new one.
    pub fn parse(&self, current: Option<&FooterSection>, context: &LinkContext) -> Result<Details> {
        let mut fields = Fields::default();
        let title = self.title.as_ref().or(current.map(|section| &section.title));
        let title = fields.required_line("title", title.map_or("", String::as_str), MAX_TITLE);
        let kind = self.kind.or(current.map(|section| section.kind));
        if kind.is_none() {
            fields.refuse("type", "Escolha um tipo.");
        }
        let stored = current.map(|section| section.stored.clone()).unwrap_or_default();
        let ContentInput { description, links } = self.content.clone().unwrap_or_default();
        let description = match description {
            Some(text) => Some(fields.text("content.description", &text, MAX_DESCRIPTION))
                .filter(|text| !text.is_empty()),
            None => stored.description,
        };
        let links = match links {
            Some(links) => parse_links(&mut fields, &links, &stored.links, context),
            None => stored.links,
        };
        let is_active = self.is_active.or(current.map(|section| section.is_active)).unwrap_or(true);
        let kind = kind.unwrap_or(FooterSectionType::Text);
        let content = StoredContent {
            description: description.filter(|_| kind == FooterSectionType::Text),
            links: if kind == FooterSectionType::Links { links } else { Vec::new() },
        };
        fields.finish(Details { title, kind, content, is_active })
    }
}

fn parse_links(
    fields: &mut Fields,
    links: &[LinkInput],
    current: &[StoredLink],
    context: &LinkContext,
) -> Vec<StoredLink> {
    if links.len() > MAX_LINKS {
        fields.refuse("content.links", &format!("Use no máximo {MAX_LINKS} links."));
    }
    let mut parsed: Vec<StoredLink> = Vec::new();
    for (index, link) in links.iter().take(MAX_LINKS).enumerate() {
        let label = fields.required_line(&format!("content.links.{index}.label"), &link.label, MAX_LABEL);
        let name = format!("content.links.{index}.url");
        let known = current.iter().find(|known| known.target.is_some() && known.target == link.target);
        let known = known.map(StoredLink::destination);
        let given = (Some(link.url.as_deref().unwrap_or_default()), link.target);
        let destination = context.destination(fields, &name, given, known.as_ref());
        let is_twice = parsed.iter().any(|other| !other.url.is_empty() && other.url == destination.url);
        if is_twice {
            fields.refuse(&name, "Este link já está nesta seção.");
        }
        parsed.push(StoredLink { label, url: destination.url, target: destination.target });
    }
    parsed
}

/// The order that staff give to the footer.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct FooterOrder {
    /// All sections, the first one first.
    pub ids: Vec<Uuid>,
    /// The order it was made from: it is refused if there is another one by now.
    pub seen: Option<Vec<Uuid>>,
}

impl FooterOrder {
    /// Whether the sections can go from their `current` order to this one.
    pub fn check(&self, current: &[Uuid]) -> Result<()> {
        let refusal = "A ordem precisa ter todas as seções do rodapé, cada uma uma vez.";
        order::check(&self.ids, self.seen.as_deref(), current, refusal)
    }
}
