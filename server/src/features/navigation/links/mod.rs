//! The links of the menu and the footer. A link points to a page or record of this site, or to a URL that staff typed.

pub mod admin;
pub mod resolver;
pub mod target;
pub mod url;

use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use self::{
    resolver::{LinkResolver, ResolvedLink},
    target::LinkTarget,
    url::parse_url,
};
use crate::platform::{error::Result, parse::Fields};

/// Stored destination of a link. With a target, `url` is the URL that the target had when the link was saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Destination {
    pub url: String,
    pub target: Option<LinkTarget>,
}

impl Destination {
    /// Returns the current URL. For a deleted target, returns the stored URL, which isn't public.
    #[must_use]
    pub fn resolve(&self, resolver: &LinkResolver) -> ResolvedLink {
        let url = self.url.clone();
        match self.target {
            None => ResolvedLink { is_public: !resolver.is_empty_page(&url), url },
            Some(target) => resolver.resolve(target).unwrap_or(ResolvedLink { url, is_public: false }),
        }
    }
}

/// Parses the destinations of links that staff send.
pub struct LinkParser {
    pub resolver: LinkResolver,
    /// Origin of this site.
    pub origin: String,
}

impl LinkParser {
    /// Reads the current URLs of the targets.
    pub async fn read(
        connection: &impl ConnectionTrait,
        targets: impl IntoIterator<Item = LinkTarget>,
        origin: String,
    ) -> Result<Self> {
        Ok(Self { resolver: LinkResolver::read(connection, targets).await?, origin })
    }

    /// Parses a destination. A target takes precedence over a URL. `current` is the stored destination, if the link exists.
    /// `name` is the name of the field in an error.
    pub fn parse(
        &self,
        fields: &mut Fields,
        name: &str,
        (url, target): (Option<&str>, Option<LinkTarget>),
        current: Option<&Destination>,
    ) -> Destination {
        match target {
            Some(target) => self.parse_target(fields, name, target, current),
            None => self.parse_typed(fields, name, url, current),
        }
    }

    /// Parses a typed URL. Returns `current` if the URL is missing or equal to the stored one.
    fn parse_typed(
        &self,
        fields: &mut Fields,
        name: &str,
        url: Option<&str>,
        current: Option<&Destination>,
    ) -> Destination {
        let is_same = |current: &&Destination| match url {
            None => true,
            Some(url) => current.target.is_none() && current.url == url,
        };
        if let Some(unchanged) = current.filter(is_same) {
            return unchanged.clone();
        }
        let url = parse_url(fields, name, url.unwrap_or_default(), &self.origin);
        Destination { url, target: None }
    }

    fn parse_target(
        &self,
        fields: &mut Fields,
        name: &str,
        target: LinkTarget,
        current: Option<&Destination>,
    ) -> Destination {
        if let Some(link) = self.resolver.resolve(target) {
            return Destination { url: link.url, target: Some(target) };
        }
        // A stored target that was deleted is accepted, so that staff can change other fields without repairing the link first.
        if let Some(unchanged) = current.filter(|current| current.target == Some(target)) {
            return unchanged.clone();
        }
        fields.refuse(name, "Isto não existe mais no site. Escolha outro destino.");
        Destination { url: String::new(), target: Some(target) }
    }
}

/// A link of a footer section, as the `content` column stores it.
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

/// A link of a footer section, with its current URL.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FooterLink {
    pub label: String,
    /// Current URL or path.
    pub url: String,
    /// Page or record that the link points to; null for a typed URL.
    #[schema(required)]
    pub target: Option<LinkTarget>,
    /// Whether the destination is public. Hidden or deleted records and detail pages without services aren't.
    pub is_public: bool,
}

/// A link that staff send, with a target or a URL.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct LinkInput {
    pub label: String,
    /// A path of this site, or a URL with `https:`, `mailto:` or `tel:`.
    pub url: Option<String>,
    /// Page or record that the link points to. Takes precedence over `url`.
    pub target: Option<LinkTarget>,
}
