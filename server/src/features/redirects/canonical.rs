//! Finds the canonical paths of public pages. Links on other sites and typed addresses may have capital letters, a slash at
//! the end, `index.html` or percent-encoded letters.

use sea_orm::ConnectionTrait;

use super::target::normalized;
use crate::{
    features::{
        blog::{
            listing::{self, PostAnswer, PostListing},
            paths::post_path,
        },
        newsletter::editions::archive,
        pages::legal::{self, LegalText},
        services::model::ServicePage,
    },
    platform::{
        addresses::{self, AddressKind},
        error::Result,
    },
};

const INDEX: &str = "index.html";

/// Returns the canonical path of the page at the path of a request if that has another spelling. `None` if there is no page, or
/// if the request has the canonical spelling.
pub async fn path_of(db: &impl ConnectionTrait, requested: &str) -> Result<Option<String>> {
    let Some(path) = normalized(requested).filter(|path| canonical_spelling(path) != requested) else {
        return Ok(None);
    };
    Ok(find_page(db, &path).await?.filter(|canonical| canonical != requested))
}

/// Returns the canonical path of the page at `path`, which is normalized or has another spelling, but isn't percent-encoded.
/// `None` if there is no page.
///
/// Only pages with the same content for all visitors have a canonical path. Pages that need a token, such as previews and
/// pages of mailed links, files and the panel have none.
pub async fn find_page(db: &impl ConnectionTrait, path: &str) -> Result<Option<String>> {
    page_at(db, &canonical_spelling(path)).await
}

/// Returns the path in the canonical spelling: in lower case, without `index.html` or a slash at its end.
fn canonical_spelling(path: &str) -> String {
    let path = path.to_ascii_lowercase();
    let path = path.strip_suffix(INDEX).filter(|rest| rest.ends_with('/')).unwrap_or(&path);
    match path.trim_end_matches('/') {
        "" => "/".to_owned(),
        trimmed => trimmed.to_owned(),
    }
}

/// Returns the canonical path of the page at `path`, which has the canonical spelling. The result differs from `path` if the
/// page has another path now.
async fn page_at(db: &impl ConnectionTrait, path: &str) -> Result<Option<String>> {
    let mut pages =
        addresses::ALL.iter().filter(|address| address.kind == AddressKind::Page && address.is_fixed());
    if pages.any(|address| address.path == path) {
        return Ok(Some(path.to_owned()));
    }
    if let Some(slug) = path.strip_prefix(addresses::SERVICE.prefix()) {
        let page = ServicePage::from_slug(slug).or_else(|| ServicePage::from_built_slug(slug));
        return Ok(page.map(|page| page.path().to_owned()));
    }
    if let Some(slug) = path.strip_prefix(addresses::NEWSLETTER_EDITION.prefix()) {
        return Ok(archive::exists(db, slug).await?.then(|| path.to_owned()));
    }
    for text in [LegalText::Privacy, LegalText::Terms] {
        if let Some(id) = path.strip_prefix(text.version_address().prefix()) {
            let Ok(id) = id.parse() else { return Ok(None) };
            return Ok(legal::has_version(db, text, id).await?.then(|| path.to_owned()));
        }
    }
    let slug = |address: addresses::Address| path.strip_prefix(address.prefix()).map(str::to_owned);
    let category = slug(addresses::CATEGORY).map(PostListing::Category);
    if let Some(listing) = category.or_else(|| slug(addresses::TAG).map(PostListing::Tag)) {
        return Ok(listing.exists(db).await?.then(|| path.to_owned()));
    }
    match slug(addresses::POST) {
        Some(slug) => post_at(db, slug).await,
        None => Ok(None),
    }
}

async fn post_at(db: &impl ConnectionTrait, slug: String) -> Result<Option<String>> {
    Ok(match listing::find_post(db, slug).await? {
        PostAnswer::Published { slug } => Some(post_path(&slug)),
        PostAnswer::Moved(path) => Some(path),
        PostAnswer::Deleted | PostAnswer::Missing => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_spelling_has_no_capitals_slash_or_index() {
        for (path, expected) in [
            ("/Contato", "/contato"),
            ("/contato//", "/contato"),
            ("/blog/index.html", "/blog"),
            ("/INDEX.HTML", "/"),
            ("/", "/"),
            ("/meuindex.html", "/meuindex.html"),
        ] {
            assert_eq!(canonical_spelling(path), expected, "{path}");
        }
    }
}
