//! Canonical addresses of public pages. Other sites link to, and people type, a page's path with a slash at its end, in
//! capitals or followed by `index.html`.

use crate::{app::App, features::services::model::ServicePage, platform::error::Result};

use super::{
    blog::{self, Destination, Shelf},
    document::RecoveryStep,
    pages::Page,
};

const INDEX: &str = "index.html";

/// Returns the canonical path of the page that `path` is another spelling of, if there is such a page.
///
/// Only pages that are the same for everybody have one. Addresses that carry a token (previews, invitations, links from
/// mails), files and the panel never do.
pub async fn path_of(app: &App, path: &str) -> Result<Option<String>> {
    let spelled = spelling(path);
    if spelled == path {
        return Ok(None);
    }
    let found = page_at(app, &spelled).await?;
    Ok(found.filter(|canonical| canonical != path))
}

/// The path as canonical addresses are spelled: in lower case, without `index.html` or a slash at its end.
fn spelling(path: &str) -> String {
    let path = path.to_ascii_lowercase();
    let path = path.strip_suffix(INDEX).filter(|rest| rest.ends_with('/')).unwrap_or(&path);
    match path.trim_end_matches('/') {
        "" => "/".to_owned(),
        trimmed => trimmed.to_owned(),
    }
}

async fn page_at(app: &App, path: &str) -> Result<Option<String>> {
    if FIXED.iter().any(|page| page.path() == path) {
        return Ok(Some(path.to_owned()));
    }
    if let Some(slug) = path.strip_prefix("/servicos/") {
        let page = ServicePage::from_slug(slug).or_else(|| ServicePage::from_built_slug(slug));
        return Ok(page.map(|page| page.path().to_owned()));
    }
    let Some(rest) = path.strip_prefix("/blog/") else { return Ok(None) };
    let shelf = match rest.split_once('/') {
        None => return article_at(app, rest).await,
        Some(("categoria", slug)) => Shelf::Category(slug.to_owned()),
        Some(("tag", slug)) => Shelf::Tag(slug.to_owned()),
        Some(_) => return Ok(None),
    };
    let exists = blog::shelf_exists(app, &shelf).await?;
    Ok(exists.then(|| path.to_owned()))
}

async fn article_at(app: &App, slug: &str) -> Result<Option<String>> {
    Ok(match blog::article(app, slug.to_owned()).await? {
        Destination::Page(page @ Page::Article { .. }) => Some(page.path().into_owned()),
        Destination::Moved(path) => Some(path),
        Destination::Page(_) => None,
    })
}

const FIXED: [Page; 13] = [
    Page::Home,
    Page::About,
    Page::Services,
    Page::Blog { shelf: Shelf::All, number: 1 },
    Page::Contact { service: None, subject: None },
    Page::ContactThanks,
    Page::Newsletter,
    Page::NewsletterThanks,
    Page::Privacy,
    Page::Terms,
    Page::Auth,
    Page::Recovery(RecoveryStep::Forgot),
    Page::Account,
];

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
            assert_eq!(spelling(path), expected, "{path}");
        }
    }
}
