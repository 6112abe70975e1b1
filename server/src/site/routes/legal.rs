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
    id: Result<Path<i32>, PathRejection>,
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
    id: Result<Path<i32>, PathRejection>,
    request: Parts,
) -> Response<Body> {
    version(site, LegalText::Terms, id, request).await
}

async fn version(
    State(site): State<Site>,
    text: LegalText,
    id: Result<Path<i32>, PathRejection>,
    request: Parts,
) -> Response<Body> {
    let Ok(Path(id)) = id else { return not_found(State(site), request).await };
    match legal::has_version(site.app.db.reader(), text, id).await {
        Ok(true) => site.show(Page::LegalVersion(text, id), &request).await,
        Ok(false) => not_found(State(site), request).await,
        Err(cause) => site.failed(site.unavailable(cause)),
    }
}
