//! A link of the menu or the footer: to something of this site or to an address that somebody typed.

use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    address,
    target::{LinkTarget, Place, Places},
};
use crate::platform::{error::Result, parse::Fields};

/// Where a link leads. With a target, `url` is where that was when the link was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    pub url: String,
    pub target: Option<LinkTarget>,
}

impl Destination {
    /// Where it leads today. What is gone keeps its last address, and is shown to nobody.
    #[must_use]
    pub fn place(&self, places: &Places) -> Place {
        match self.target {
            None => Place { url: self.url.clone(), is_public: !places.is_empty_page(&self.url) },
            Some(target) => {
                places.find(target).unwrap_or_else(|| Place { url: self.url.clone(), is_public: false })
            }
        }
    }
}

/// What is needed to tell what somebody means by a link.
pub struct LinkContext {
    pub places: Places,
    /// The site's own.
    pub origin: String,
}

impl LinkContext {
    pub async fn read(
        connection: &impl ConnectionTrait,
        targets: impl IntoIterator<Item = LinkTarget>,
        origin: String,
    ) -> Result<Self> {
        Ok(Self { places: Places::read(connection, targets).await?, origin })
    }

    /// A target goes before an address; without either, `current` stays. `name` is the field that is at fault.
    pub fn destination(
        &self,
        fields: &mut Fields,
        name: &str,
        (url, target): (Option<&str>, Option<LinkTarget>),
        current: Option<&Destination>,
    ) -> Destination {
        let Some(target) = target else {
            let kept = current
                .filter(|current| url.is_none_or(|url| url == current.url && current.target.is_none()));
            return kept.cloned().unwrap_or_else(|| Destination {
                url: address::parse(fields, name, url.unwrap_or_default(), &self.origin),
                target: None,
            });
        };
        if let Some(place) = self.places.find(target) {
            return Destination { url: place.url, target: Some(target) };
        }
        // What is gone may stay where it stood: who changes something else needn't repair it first.
        if let Some(kept) = current.filter(|current| current.target == Some(target)) {
            return kept.clone();
        }
        fields.refuse(name, "Isto não existe mais no site. Escolha outro destino.");
        Destination { url: String::new(), target: Some(target) }
    }
}

/// A link of a footer section, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredLink {
    pub label: String,
    pub url: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<LinkTarget>,
}

impl StoredLink {
    #[must_use]
    pub fn destination(&self) -> Destination {
        Destination { url: self.url.clone(), target: self.target }
    }
}

/// A link of a footer section.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FooterLink {
    pub label: String,
    /// Where it leads today.
    pub url: String,
    /// What it follows; nothing for an address that was typed.
    #[schema(required)]
    pub target: Option<LinkTarget>,
    /// Visitors see it: what it leads to is on the site.
    pub is_public: bool,
}

/// A link as staff send it: with a target, or with an address.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct LinkInput {
    pub label: String,
    /// A path of this site, `https:`, `mailto:` or `tel:`.
    pub url: Option<String>,
    pub target: Option<LinkTarget>,
}
