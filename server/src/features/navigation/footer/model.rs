//! The sections of the footer, and the parsing of their input.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    features::navigation::links::{
        FooterLink, LinkInput, LinkParser, StoredLink, resolver::LinkResolver, target::LinkTarget,
    },
    foundation::{audit::Action, records::ManagedRecord, settings::model::ContactInfo},
    platform::{
        clock::Timestamp,
        error::{Error, Result},
        parse::Fields,
    },
};

/// Maximum number of sections outside the trash, because responses contain the whole footer.
pub const MAX_FOOTER_SECTIONS: u64 = 12;
/// Maximum number of links of a section.
pub const MAX_LINKS: usize = 20;
pub const MAX_TITLE: usize = 60;
pub const MAX_LABEL: usize = 80;
pub const MAX_DESCRIPTION: usize = 600;

/// Type of a footer section. `contact` shows the company's contact data, and `social` links to its social networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum FooterSectionType {
    Links,
    Contact,
    Social,
    Text,
}

/// A section of the footer. Visitors see active sections only.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FooterSection {
    pub id: Uuid,
    #[serde(flatten)]
    pub fields: FooterSectionFields,
    pub content: FooterContent,
    /// Position in the footer, lowest first.
    pub order: i32,
    #[schema(required)]
    pub updated_at: Option<DateTime<Utc>>,
    /// Time of the deletion, null outside the trash. The section is purged 30 days later.
    #[schema(required)]
    pub deleted_at: Option<DateTime<Utc>>,
}

/// The fields of a footer section that staff edit.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FooterSectionFields {
    pub title: String,
    // `type` is a keyword in Rust.
    #[serde(rename = "type")]
    pub kind: FooterSectionType,
    pub is_active: bool,
    #[serde(skip)]
    pub stored: StoredContent,
}

impl FooterSectionFields {
    /// Returns the content with the current URLs of its links.
    #[must_use]
    pub fn content(&self, resolver: &LinkResolver, contact: &ContactInfo) -> FooterContent {
        let link = |link: &StoredLink| {
            let resolved = link.destination().resolve(resolver);
            let StoredLink { label, target, .. } = link.clone();
            FooterLink { label, url: resolved.url, target, is_public: resolved.is_public }
        };
        let mut content = FooterContent::default();
        match self.kind {
            FooterSectionType::Text => {
                content.description = Some(self.stored.description.clone().unwrap_or_default());
            }
            FooterSectionType::Links => content.links = Some(self.stored.links.iter().map(link).collect()),
            FooterSectionType::Contact => {
                content.phone = Some(contact.phone.clone());
                content.email = Some(contact.email.clone());
                content.address = Some(contact.address.clone());
            }
            FooterSectionType::Social => {}
        }
        content
    }
}

impl FooterSection {
    /// Returns a new section without title and content, for a preview.
    #[must_use]
    pub fn unsaved() -> Self {
        Self {
            id: Uuid::nil(),
            fields: FooterSectionFields {
                title: String::new(),
                kind: FooterSectionType::Text,
                is_active: true,
                stored: StoredContent::default(),
            },
            content: FooterContent::default(),
            order: i32::MAX,
            updated_at: None,
            deleted_at: None,
        }
    }
}

/// Content of a footer section. The type of the section determines which fields are present.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct FooterContent {
    /// Text of a `text` section. If it is empty, visitors see the text about the company from the contact settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub description: Option<String>,
    /// Links of a `links` section.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub links: Option<Vec<FooterLink>>,
    /// Phone number of a `contact` section. Like `email` and `address`, it comes from the contact settings.
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

/// Content of a footer section, as the `content` column stores it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredContent {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<StoredLink>,
}

/// A new footer section, or a change of one. A new section needs a title and a type. In a change, missing fields keep their
/// values.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct FooterSectionInput {
    pub title: Option<String>,
    #[serde(rename = "type")]
    pub kind: Option<FooterSectionType>,
    pub content: Option<ContentInput>,
    pub is_active: Option<bool>,
}

/// Content of a footer section that staff send. Missing fields keep their values. Phone number, email and address are
/// changed in the contact settings.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct ContentInput {
    pub description: Option<String>,
    /// All links of the section in order.
    pub links: Option<Vec<LinkInput>>,
}

impl FooterSectionInput {
    /// Returns the targets of the links.
    pub fn targets(&self) -> impl Iterator<Item = LinkTarget> {
        let links = self.content.iter().flat_map(|content| content.links.iter().flatten());
        links.filter_map(|link| link.target)
    }

    /// Parses a change of `current`, or a new section if `current` is `None`.
    pub fn parse(&self, current: Option<&FooterSection>, parser: &LinkParser) -> Result<FooterSectionFields> {
        let mut fields = Fields::default();
        let current = current.map(|section| &section.fields);
        let title = self.title.as_ref().or(current.map(|old| &old.title));
        let title = fields.required_line("title", title.map_or("", String::as_str), MAX_TITLE);
        let kind = self.kind.or(current.map(|old| old.kind));
        if kind.is_none() {
            fields.refuse("type", "Escolha um tipo.");
        }
        let old = current.map(|old| old.stored.clone()).unwrap_or_default();
        let ContentInput { description, links } = self.content.clone().unwrap_or_default();
        let description = match description {
            Some(text) => Some(fields.text("content.description", &text, MAX_DESCRIPTION))
                .filter(|text| !text.is_empty()),
            None => old.description,
        };
        let links = match links {
            Some(links) => parse_links(&mut fields, &links, &old.links, parser),
            None => old.links,
        };
        let is_active = self.is_active.or(current.map(|old| old.is_active)).unwrap_or(true);
        let kind = kind.unwrap_or(FooterSectionType::Text);
        let stored = StoredContent {
            description: description.filter(|_| kind == FooterSectionType::Text),
            links: if kind == FooterSectionType::Links { links } else { Vec::new() },
        };
        fields.finish(FooterSectionFields { title, kind, is_active, stored })
    }
}

fn parse_links(
    fields: &mut Fields,
    links: &[LinkInput],
    current: &[StoredLink],
    parser: &LinkParser,
) -> Vec<StoredLink> {
    if links.len() > MAX_LINKS {
        fields.refuse("content.links", &format!("Use no máximo {MAX_LINKS} links."));
    }
    let mut parsed: Vec<StoredLink> = Vec::new();
    for (index, link) in links.iter().take(MAX_LINKS).enumerate() {
        let label = fields.required_line(&format!("content.links.{index}.label"), &link.label, MAX_LABEL);
        let name = format!("content.links.{index}.url");
        let same_target = current.iter().find(|old| old.target.is_some() && old.target == link.target);
        let stored = same_target.map(StoredLink::destination);
        let typed = (Some(link.url.as_deref().unwrap_or_default()), link.target);
        let destination = parser.parse(fields, &name, typed, stored.as_ref());
        if parsed.iter().any(|other| !other.url.is_empty() && other.url == destination.url) {
            fields.refuse(&name, "Este link já está nesta seção.");
        }
        parsed.push(StoredLink { label, url: destination.url, target: destination.target });
    }
    parsed
}

/// New order of the footer.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct FooterOrder {
    /// Ids of all sections in the new order.
    pub ids: Vec<Uuid>,
    /// Ids in the order that the caller has read. If it differs from the current order, the change is refused. If omitted, the
    /// current order isn't checked.
    pub seen: Option<Vec<Uuid>>,
}

impl ManagedRecord for FooterSection {
    const DELETED: Action = Action::FooterSectionDeleted;
    const RESTORED: Action = Action::FooterSectionRestored;
    const MAX: u64 = MAX_FOOTER_SECTIONS;
    const TOO_MANY: Error = Error::Conflict {
        code: "too_many_footer_sections",
        message: "O limite é de 12 seções no rodapé. Exclua uma antes de adicionar outra.",
    };

    fn id(&self) -> Uuid {
        self.id
    }

    fn label(&self) -> &str {
        &self.fields.title
    }

    fn deleted_at(&self) -> Option<Timestamp> {
        self.deleted_at
    }
}
