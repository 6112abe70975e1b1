//! The handler of preview links, which show an unpublished post.

use axum::{
    body::Body,
    extract::{Path, State, rejection::PathRejection},
    http::{HeaderName, HeaderValue, Response, StatusCode, header, request::Parts},
    response::{IntoResponse, Redirect},
};

use super::{not_found, refusal::with_retry_after, unavailable::unavailable};
use crate::{
    features::blog::{self, model::Post, paths::post_path},
    platform::{caching::NO_STORE, error::Result},
    site::{Site, pages::Page},
};

/// The page for requests over the limit of uncached renders.
const TOO_MANY: &str = "<!doctype html><html lang=\"pt-BR\"><head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Muitas visitas</title></head>\
    <body><h1>Muitas visitas em pouco tempo</h1><p>Aguarde um instante e recarregue esta página.</p></body></html>";

/// Shows the post of a preview link. If the post is published, redirects to its own path.
pub async fn preview_link(
    State(site): State<Site>,
    token: Result<Path<String>, PathRejection>,
    request: Parts,
) -> Response<Body> {
    let Ok(Path(token)) = token else { return not_found(State(site), request).await };
    match blog::pages::find_by_preview_link(&site.app, &token).await {
        Ok(Some(post)) if post.schedule.is_published => {
            let to = Redirect::temporary(&post_path(&post.slug));
            ([(header::CACHE_CONTROL, NO_STORE)], to).into_response()
        }
        Ok(Some(post)) => show(&site, &post).await,
        Ok(None) => not_found(State(site), request).await,
        Err(cause) => site.failed(unavailable(cause)),
    }
}

/// Renders the post. The page is neither cached nor indexed, and sends no referrer.
async fn show(site: &Site, post: &Post) -> Response<Body> {
    static ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");
    if let Err(refusal) = site.app.limits.renders.take((), site.app.clock.steady()) {
        let response = site.uncached(StatusCode::TOO_MANY_REQUESTS, TOO_MANY);
        return with_retry_after(response, &refusal.into_response());
    }
    let document = match (Page::PostPreview { id: post.id }).document(&site.app).await {
        Ok(document) => document,
        Err(cause) => return site.failed(unavailable(cause)),
    };
    let mut response = site.render_uncached(StatusCode::OK, &document).await;
    let headers = response.headers_mut();
    headers.insert(ROBOTS.clone(), HeaderValue::from_static("noindex"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
