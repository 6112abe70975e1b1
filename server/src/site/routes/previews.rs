//! The handler of preview links, which show an unpublished post.

use axum::{
    body::Body,
    extract::{Path, State, rejection::PathRejection},
    http::{HeaderName, HeaderValue, Response, StatusCode, header, request::Parts},
    response::{IntoResponse, Redirect},
};

use super::not_found;
use crate::{
    features::blog::{self, model::Post, paths::post_path},
    platform::{error::Result, http::caching::NO_STORE, listener::client_ip::ClientIp},
    site::{Site, pages::Page},
};

/// Shows the post of a preview link. If the post is published, redirects to its own path.
pub async fn preview_link(
    State(site): State<Site>,
    ClientIp(ip): ClientIp,
    token: Result<Path<String>, PathRejection>,
    request: Parts,
) -> Result<Response<Body>> {
    let Ok(Path(token)) = token else { return Ok(not_found(State(site), request).await) };
    Ok(match blog::previews::find_post(&site.app, &token).await {
        Ok(Some(post)) if post.schedule.is_published => {
            let to = Redirect::temporary(&post_path(&post.slug));
            ([(header::CACHE_CONTROL, NO_STORE)], to).into_response()
        }
        Ok(Some(post)) => {
            // Everyone who has the link can request it.
            site.take_render(&site.app.limits.searches, ip)?;
            show(&site, &post).await
        }
        Ok(None) => not_found(State(site), request).await,
        Err(cause) => site.failed(site.unavailable(cause)),
    })
}

/// Renders the post. The page is neither cached nor indexed, and sends no referrer.
async fn show(site: &Site, post: &Post) -> Response<Body> {
    static ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");
    let document = match (Page::PostPreview { id: post.id }).document(&site.app).await {
        Ok(document) => document,
        Err(cause) => return site.failed(site.unavailable(cause)),
    };
    let mut response = site.render_uncached(StatusCode::OK, &document).await;
    let headers = response.headers_mut();
    headers.insert(ROBOTS.clone(), HeaderValue::from_static("noindex"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
