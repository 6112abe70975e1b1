//! Posts before they are published, shown to whoever has a link that staff made.

use axum::{
    body::Body,
    extract::{Path, State, rejection::PathRejection},
    http::{HeaderName, HeaderValue, Response, StatusCode, header, request::Parts},
    response::{IntoResponse, Redirect},
};

use super::{NO_STORE, not_found, unavailable::unavailable};
use crate::{
    blog::{model::Post, views::post_path},
    kit::error::Result,
    site::{Site, blog, pages::Page},
};

/// A post by a link of its own, or, once it is published, its address.
pub async fn shared_post(
    State(site): State<Site>,
    secret: Result<Path<String>, PathRejection>,
    request: Parts,
) -> Response<Body> {
    let Ok(Path(secret)) = secret else { return not_found(State(site), request).await };
    match blog::shared_post(&site.app, &secret).await {
        Ok(Some(post)) if post.is_published => {
            let to = Redirect::temporary(&post_path(&post.slug));
            ([(header::CACHE_CONTROL, NO_STORE)], to).into_response()
        }
        Ok(Some(post)) => show(&site, &post).await,
        Ok(None) => not_found(State(site), request).await,
        Err(cause) => site.failed(unavailable(cause)),
    }
}

/// Kept by nobody, found by no search engine, and its address told to no other site.
async fn show(site: &Site, post: &Post) -> Response<Body> {
    static ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");
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
