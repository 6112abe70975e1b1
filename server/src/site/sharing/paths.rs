//! URLs of share pictures: `/og`, the path of the page, and a version of the picture. When the picture changes, its URL
//! changes too, so caches never show an old picture.

use super::card::version;
use crate::{platform::addresses, site::document::Card};

/// Path of the home page's picture, without `/og/` and extension.
const HOME: &str = "inicio";

/// Returns the URL of the picture of the page at the path `page`, without scheme and host.
#[must_use]
pub fn picture_url(page: &str, card: &Card) -> String {
    format!("{}?{}", picture_path(page), version_query(card))
}

/// Returns the query with the version of `card`.
#[must_use]
pub fn version_query(card: &Card) -> String {
    format!("v={}", version(card))
}

/// Returns the path of the picture of the page at the path `page`.
#[must_use]
pub fn picture_path(page: &str) -> String {
    let name = if page == addresses::HOME.path { HOME } else { page.trim_start_matches('/') };
    format!("{}{name}.png", addresses::SHARE_PICTURE.prefix())
}
