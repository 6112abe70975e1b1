//! Addresses of the pictures of pages: `/og`, the page's path, and a version computed from the picture's texts. A changed
//! page has another address, so caches never show an old picture for it.

use super::card::Card;
use crate::{
    app::App,
    features::blog::listing::{self, ListingAnswer, PostAnswer, PostListing},
    platform::error::Result,
    site::pages::Page,
};

/// Path that pictures use for the home page.
const HOME: &str = "/inicio";

/// Returns the path of a page's picture, with its version.
#[must_use]
pub fn of(page: &Page, card: &Card) -> String {
    format!("{}?{}", path(&page.path()), query(card))
}

/// Returns the query with the version of `card`.
#[must_use]
pub fn query(card: &Card) -> String {
    format!("v={}", card.version())
}

/// Returns the path of the picture of the page at `page`.
#[must_use]
pub fn path(page: &str) -> String {
    format!("/og{}.png", if page == "/" { HOME } else { page })
}

/// Subject of the picture at an address.
pub enum PictureSubject {
    Page(Page),
    /// The post has another path now.
    Moved(String),
    Missing,
}

/// Finds the page that the picture at `/og/{name}` shows.
pub async fn subject(app: &App, name: &str) -> Result<PictureSubject> {
    let Some(name) = name.strip_suffix(".png") else { return Ok(PictureSubject::Missing) };
    let parts: Vec<&str> = name.split('/').collect();
    let listing = match parts[..] {
        ["blog"] => PostListing::All,
        ["blog", "categoria", slug] => PostListing::Category(slug.to_owned()),
        ["blog", "tag", slug] => PostListing::Tag(slug.to_owned()),
        ["blog", slug] => return post(app, slug).await,
        _ => return Ok(fixed(name)),
    };
    Ok(match listing::find_pages(app, listing, None).await? {
        ListingAnswer::Pages(pages) | ListingAnswer::Nearest(pages) => {
            PictureSubject::Page(Page::Blog(pages))
        }
        ListingAnswer::Missing => PictureSubject::Missing,
    })
}

async fn post(app: &App, slug: &str) -> Result<PictureSubject> {
    Ok(match listing::find_post(app, slug.to_owned()).await? {
        PostAnswer::Published { slug } => PictureSubject::Page(Page::Article { slug }),
        PostAnswer::Moved(path) => PictureSubject::Moved(path),
        PostAnswer::Deleted | PostAnswer::Missing => PictureSubject::Missing,
    })
}

fn fixed(name: &str) -> PictureSubject {
    let others = [Page::Newsletter, Page::Auth];
    let mut pages = Page::listed().into_iter().chain(others);
    let found = pages.find(|page| path(&page.path()) == format!("/og/{name}.png"));
    found.map_or(PictureSubject::Missing, PictureSubject::Page)
}
