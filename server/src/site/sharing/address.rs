//! Where the picture of a page is: `/og` and the page's own path. The words it was drawn from are in the address too,
//! so that a changed page has another picture and whoever keeps the former never mistakes one for the other.

use super::card::Card;
use crate::{
    app::App,
    platform::error::Result,
    site::{
        blog::{self, Destination, Listing, Shelf},
        pages::Page,
    },
};

/// Stands for the home page, whose path has no words.
const HOME: &str = "/inicio";

/// The path of a page's picture with the version of its words.
#[must_use]
pub fn of(page: &Page, card: &Card) -> String {
    format!("{}?{}", path(&page.path()), query(card))
}

/// What follows the path of the one picture that `card` is.
#[must_use]
pub fn query(card: &Card) -> String {
    format!("v={}", card.version())
}

/// The path of the picture of the page at `page`.
#[must_use]
pub fn path(page: &str) -> String {
    format!("/og{}.png", if page == "/" { HOME } else { page })
}

/// What the picture at `/og/{name}` is of.
pub async fn page(app: &App, name: &str) -> Result<Destination> {
    let Some(name) = name.strip_suffix(".png") else { return Ok(Destination::Page(Page::NotFound)) };
    let parts: Vec<&str> = name.split('/').collect();
    let shelf = match parts[..] {
        ["blog"] => Shelf::All,
        ["blog", "categoria", slug] => Shelf::Category(slug.to_owned()),
        ["blog", "tag", slug] => Shelf::Tag(slug.to_owned()),
        ["blog", slug] => return blog::article(app, slug.to_owned()).await,
        _ => return Ok(Destination::Page(fixed(name))),
    };
    Ok(Destination::Page(match blog::list(app, shelf, None).await? {
        Listing::Page(page) | Listing::Nearest(page) => page,
        Listing::Missing => Page::NotFound,
    }))
}

fn fixed(name: &str) -> Page {
    let others = [Page::Newsletter, Page::Auth];
    let mut pages = Page::listed().into_iter().chain(others);
    pages.find(|page| path(&page.path()) == format!("/og/{name}.png")).unwrap_or(Page::NotFound)
}
