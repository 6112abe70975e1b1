//! Handlers of the pages of legal texts and their earlier versions.

use axum::{
    body::Body,
    extract::{Path, State, rejection::PathRejection},
    http::{Response, request::Parts},
};

use super::not_found;
use crate::{
    features::pages::legal::{self, LegalText},
    site::{Site, pages::Page},
};

pub async fn privacy(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Privacy, &request).await
}

pub async fn privacy_versions(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::LegalVersions(LegalText::Privacy), &request).await
}

pub async fn privacy_version(
    site: State<Site>,
    id: Result<Path<String>, PathRejection>,
    request: Parts,
) -> Response<Body> {
    version(site, LegalText::Privacy, id, request).await
}

pub async fn terms(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::Terms, &request).await
}

pub async fn terms_versions(State(site): State<Site>, request: Parts) -> Response<Body> {
    site.show(Page::LegalVersions(LegalText::Terms), &request).await
}

pub async fn terms_version(
    site: State<Site>,
    id: Result<Path<String>, PathRejection>,
    request: Parts,
) -> Response<Body> {
    version(site, LegalText::Terms, id, request).await
}

async fn version(
    State(site): State<Site>,
    text: LegalText,
    id: Result<Path<String>, PathRejection>,
    request: Parts,
) -> Response<Body> {
    // Only the id as the server writes it, so that each version has one address: '1', not '01' or '+1'.
    let parsed = id.ok().and_then(|Path(text)| text.parse::<i32>().ok().filter(|id| id.to_string() == text));
    let Some(id) = parsed else { return not_found(State(site), request).await };
    match legal::has_version(site.app.db.reader(), text, id).await {
        Ok(true) => site.show(Page::LegalVersion(text, id), &request).await,
        Ok(false) => not_found(State(site), request).await,
        Err(cause) => site.failed(site.unavailable(cause)),
    }
}
