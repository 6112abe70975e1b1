//! The handler of share pictures, at `/og/{name}`.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Path, RawQuery, State, rejection::PathRejection},
    http::{HeaderName, Response, header},
    response::{IntoResponse, Redirect},
};

use super::respond::AN_HOUR;
use crate::{
    app::App,
    features::blog::listing::{self, ListingAnswer, PostAnswer, PostListing},
    platform::{
        addresses,
        error::{Error, Result},
        http::caching::{FIVE_MINUTES, FOREVER},
        text::date,
    },
    site::{
        Site,
        pages::Page,
        sharing::{
            paths::{picture_path, version_query},
            pictures::CardAnswer,
        },
    },
};

/// The page whose picture was requested.
enum PicturedPage {
    Page(Page),
    /// The page is a post whose path has changed to this one.
    Moved(String),
    Missing,
}

/// Serves the picture of a page. Browsers cache it permanently if the requested version is the current one, otherwise for
/// five minutes.
pub async fn share_picture(
    State(site): State<Site>,
    name: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
) -> Result<Response<Body>> {
    let Ok(Path(name)) = name else { return Err(Error::NotFound) };
    // The day is part of the key, because the texts of a page may contain the year.
    let key = (site.app.db.revision().current(), date::day_of(site.app.clock.now()), name);
    let card = match site.pictures.card(&key, find_card(&site.app, &key.2)).await? {
        CardAnswer::Card(card) => card,
        CardAnswer::Moved(path) => {
            return Ok(([(header::CACHE_CONTROL, AN_HOUR)], Redirect::permanent(&path)).into_response());
        }
    };
    let is_current = query == Some(version_query(&card));
    let png = site.pictures.png(card, &site.app.files).await.map_err(Error::Internal)?;
    let headers: [(HeaderName, &str); 3] = [
        (header::CONTENT_TYPE, "image/png"),
        (header::CACHE_CONTROL, if is_current { FOREVER } else { FIVE_MINUTES }),
        // Other sites embed the pictures of links to this site.
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    Ok((headers, png).into_response())
}

/// Finds the card of the page whose picture has this name.
async fn find_card(app: &App, name: &str) -> Result<CardAnswer> {
    let page = match find_page(app, name).await? {
        PicturedPage::Page(page) => page,
        PicturedPage::Moved(path) => return Ok(CardAnswer::Moved(picture_path(&path))),
        PicturedPage::Missing => return Err(Error::NotFound),
    };
    let card = page.document(app).await?.head.card.ok_or(Error::NotFound)?;
    Ok(CardAnswer::Card(Arc::new(card)))
}

async fn find_page(app: &App, name: &str) -> Result<PicturedPage> {
    let Some(name) = name.strip_suffix(".png") else { return Ok(PicturedPage::Missing) };
    let path = format!("/{name}");
    let listing = if path == addresses::BLOG.path {
        PostListing::All
    } else if let Some(slug) = path.strip_prefix(addresses::CATEGORY.prefix()) {
        PostListing::Category(slug.to_owned())
    } else if let Some(slug) = path.strip_prefix(addresses::TAG.prefix()) {
        PostListing::Tag(slug.to_owned())
    } else if let Some(slug) = path.strip_prefix(addresses::POST.prefix()) {
        return find_post(app, slug).await;
    } else {
        return Ok(fixed_page(name));
    };
    Ok(match listing::find_pages(app, listing, None).await? {
        ListingAnswer::Pages(pages) | ListingAnswer::Nearest(pages) => PicturedPage::Page(Page::Blog(pages)),
        ListingAnswer::Missing => PicturedPage::Missing,
    })
}

async fn find_post(app: &App, slug: &str) -> Result<PicturedPage> {
    Ok(match listing::find_post(app.db.reader(), slug.to_owned()).await? {
        PostAnswer::Published { slug } => PicturedPage::Page(Page::Article { slug }),
        PostAnswer::Moved(path) => PicturedPage::Moved(path),
        PostAnswer::Deleted | PostAnswer::Missing => PicturedPage::Missing,
    })
}

/// Finds a page outside the blog by the name of its share picture. Besides the listed pages, the newsletter page and
/// `/auth` have one.
fn fixed_page(name: &str) -> PicturedPage {
    let mut pages = Page::listed().into_iter().chain([Page::Newsletter, Page::Auth]);
    let found = pages.find(|page| picture_path(&page.path()) == format!("/og/{name}.png"));
    found.map_or(PicturedPage::Missing, PicturedPage::Page)
}
