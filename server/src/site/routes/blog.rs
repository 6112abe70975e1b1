//! Handlers of the blog's pages and its feed.

use axum::{
    body::Body,
    extract::{Path, RawQuery, State, rejection::PathRejection},
    http::{Response, request::Parts},
};

use super::{not_found, respond::redirect_to_page};
use crate::{
    features::{
        blog::listing::{self, PostAnswer, PostListing, PostSearch},
        redirects::missing,
    },
    platform::{addresses, error::Result, listener::client_ip::ClientIp},
    site::{Site, blog_feed as feed, pages::Page},
};

/// Shows the list of posts, or search results.
pub async fn blog(
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Result<Response<Body>> {
    match PostSearch::parse(query.as_deref()) {
        Some(search) => site.search(search, ip).await,
        None => Ok(site.show_listing(PostListing::All, query.as_deref(), &request).await),
    }
}

pub async fn blog_category(
    State(site): State<Site>,
    slug: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Response<Body> {
    let Ok(Path(slug)) = slug else { return not_found(State(site), request).await };
    site.show_listing(PostListing::Category(slug), query.as_deref(), &request).await
}

pub async fn blog_tag(
    State(site): State<Site>,
    slug: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
    request: Parts,
) -> Response<Body> {
    let Ok(Path(slug)) = slug else { return not_found(State(site), request).await };
    site.show_listing(PostListing::Tag(slug), query.as_deref(), &request).await
}

/// Shows a post. A former path redirects to the current one. The path of a deleted post redirects if staff configured a
/// redirect; otherwise it shows that the post was deleted.
pub async fn article(
    State(site): State<Site>,
    slug: Result<Path<String>, PathRejection>,
    request: Parts,
) -> Response<Body> {
    let Ok(Path(slug)) = slug else { return not_found(State(site), request).await };
    match listing::find_post(site.app.db.reader(), slug).await {
        Ok(PostAnswer::Missing) => not_found(State(site), request).await,
        Ok(PostAnswer::Deleted) => match site.configured_redirect(&request).await {
            Ok(Some(redirect)) => redirect,
            Ok(None) => {
                missing::count_request(&site.app, &request);
                site.show(Page::PostGone, &request).await
            }
            Err(cause) => site.failed(site.unavailable(cause)),
        },
        Ok(PostAnswer::Published { slug }) => site.show(Page::Article { slug }, &request).await,
        Ok(PostAnswer::Moved(path)) => redirect_to_page(&path, &request),
        Err(cause) => site.failed(site.unavailable(cause)),
    }
}

pub async fn blog_feed(State(site): State<Site>, request: Parts) -> Response<Body> {
    let app = site.app.clone();
    let text = async move { feed::atom(&app).await };
    site.show_text(addresses::FEED.path, "application/atom+xml; charset=utf-8", text, &request).await
}
