//! Pictures on public pages, with variants of several widths that the browser chooses from.

use std::collections::HashMap;

use sea_orm::ConnectionTrait;
use serde::Serialize;
use url::Url;
use utoipa::ToSchema;

use super::{
    model::{Media, ROOT},
    store,
};
use crate::platform::error::Result;

/// Top-level domains of private networks.
const PRIVATE_DOMAINS: [&str; 4] = ["internal", "lan", "local", "localhost"];

/// A picture on a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Picture {
    /// The URL, for the attribute `src`.
    pub src: String,
    /// The WebP variants, as the value of a `srcset` attribute; empty if there are none.
    pub srcset: String,
    /// Width in pixels; null if unknown.
    #[schema(required)]
    pub width: Option<i32>,
    /// Height in pixels; null if unknown.
    #[schema(required)]
    pub height: Option<i32>,
    /// The alternative text; may be empty.
    pub alt: String,
    /// Position of the focal point in percent from the left, a multiple of 10.
    pub focus_x: i32,
    /// Position of the focal point in percent from the top, a multiple of 10.
    pub focus_y: i32,
}

/// Rounds a percentage to a multiple of 10, because the style sheet has rules only for multiples of 10.
fn rounded(percent: i32) -> i32 {
    (percent + 5) / 10 * 10
}

impl Picture {
    /// Returns a picture that is not in the library. Only the URL is known.
    #[must_use]
    pub fn plain(src: &str) -> Self {
        Self {
            src: src.to_owned(),
            srcset: String::new(),
            width: None,
            height: None,
            alt: String::new(),
            focus_x: 50,
            focus_y: 50,
        }
    }
}

impl From<Media> for Picture {
    fn from(media: Media) -> Self {
        let candidates = media.variants.iter().map(|variant| format!("{} {}w", variant.url, variant.width));
        Self {
            srcset: candidates.collect::<Vec<_>>().join(", "),
            src: media.url,
            width: Some(media.width),
            height: Some(media.height),
            alt: media.alt,
            focus_x: rounded(media.focus_x),
            focus_y: rounded(media.focus_y),
        }
    }
}

/// Returns the origin of a picture on another site, for a Content Security Policy. Returns `None` if the URL is not https or
/// has a user name or password, or if the host is not public or contains a character with a meaning in a policy, such as `*`.
#[must_use]
pub fn external_origin(url: &str) -> Option<String> {
    let url = Url::parse(url).ok().filter(|url| url.scheme() == "https")?;
    let has_user = !url.username().is_empty() || url.password().is_some();
    let host = url.host_str()?;
    let is_plain = host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'));
    (is_plain && is_public(host) && !has_user).then(|| url.origin().ascii_serialization())
}

/// Returns whether the host looks like a public domain name. With an IP address or a name without a dot, the browsers of
/// visitors could send requests to their local networks.
fn is_public(host: &str) -> bool {
    let Some((name, top)) = host.trim_end_matches('.').rsplit_once('.') else { return false };
    let has_labels = name.split('.').all(|label| !label.is_empty() && !label.starts_with('-'));
    has_labels && top.chars().any(|c| c.is_ascii_alphabetic()) && !PRIVATE_DOMAINS.contains(&top)
}

/// Pictures by URL.
#[derive(Debug, Default)]
pub struct Pictures(HashMap<String, Picture>);

impl Pictures {
    /// Reads the pictures at `urls` with one query. URLs that are not in the library are left out.
    pub async fn read<'a>(
        connection: &impl ConnectionTrait,
        urls: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self> {
        let paths: Vec<&str> = urls.into_iter().filter_map(|url| url.strip_prefix(ROOT)).collect();
        if paths.is_empty() {
            return Ok(Self::default());
        }
        let found = store::list_at(connection, &paths).await?;
        Ok(found.into_iter().map(Picture::from).collect())
    }

    /// Returns the picture at a URL, if it is in the library.
    #[must_use]
    pub fn find(&self, url: &str) -> Option<&Picture> {
        self.0.get(url)
    }

    /// Returns the picture at a URL. If it is not in the library, only the URL is known.
    #[must_use]
    pub fn at(&self, url: &str) -> Picture {
        self.find(url).cloned().unwrap_or_else(|| Picture::plain(url))
    }
}

impl FromIterator<Picture> for Pictures {
    fn from_iter<I: IntoIterator<Item = Picture>>(pictures: I) -> Self {
        Self(pictures.into_iter().map(|picture| (picture.src.clone(), picture)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn external_origin_is_one_https_host() {
        for (url, expected) in [
            ("https://Exemplo.com.br/a.png?b", Some("https://exemplo.com.br")),
            ("https://exemplo.com.br:8443/a.png", Some("https://exemplo.com.br:8443")),
            ("https://ação.com.br/a.png", Some("https://xn--ao-siap.com.br")),
            ("https://*.com.br/a.png", None),
            ("https://a;script-src/a.png", None),
            ("https://exemplo.com.br@mal.example/a.png", None),
            ("http://exemplo.com.br/a.png", None),
            ("data:image/png;base64,AAAA", None),
            ("/media/a.png", None),
        ] {
            assert_eq!(external_origin(url).as_deref(), expected, "{url}");
        }
    }
}
