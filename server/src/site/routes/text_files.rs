//! Handlers of texts for other programs than browsers' pages: sitemap, `robots.txt`, `security.txt`, manifests and the panel's worker.

use axum::{
    body::Body,
    extract::State,
    http::{Response, header, request::Parts},
    response::IntoResponse,
};

use super::not_found;
use crate::{
    platform::addresses,
    site::{Site, feeds},
};

pub async fn sitemap(State(site): State<Site>, request: Parts) -> Response<Body> {
    let app = site.app.clone();
    let text = async move { feeds::sitemap(&app).await };
    site.show_text(addresses::SITEMAP.path, "application/xml; charset=utf-8", text, &request).await
}

pub async fn robots(State(site): State<Site>, request: Parts) -> Response<Body> {
    let text = feeds::robots(&site.app);
    site.show_text(addresses::ROBOTS.path, "text/plain; charset=utf-8", async { Ok(text) }, &request).await
}

/// Serves `security.txt`. The server doesn't cache it, because it contains the time at which it expires.
pub async fn security_txt(State(site): State<Site>, request: Parts) -> Response<Body> {
    match feeds::security_txt(&site.app).await {
        Ok(Some(text)) => {
            let headers =
                [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
            (headers, text).into_response()
        }
        Ok(None) => not_found(State(site), request).await,
        Err(cause) => cause.into_response(),
    }
}

pub async fn web_manifest(State(site): State<Site>, request: Parts) -> Response<Body> {
    let app = site.app.clone();
    let text = async move { feeds::web_manifest(&app).await };
    site.show_text(addresses::WEB_MANIFEST.path, "application/manifest+json", text, &request).await
}

/// Returns the manifest of the panel.
pub async fn panel_manifest(State(site): State<Site>) -> Response<Body> {
    match feeds::panel_manifest(&site.app).await {
        Ok(text) => {
            let headers =
                [(header::CONTENT_TYPE, "application/manifest+json"), (header::CACHE_CONTROL, "no-cache")];
            (headers, text).into_response()
        }
        Err(cause) => cause.into_response(),
    }
}

/// Returns the service worker of the panel, which shows notifications.
pub async fn panel_worker() -> Response<Body> {
    let headers =
        [(header::CONTENT_TYPE, "text/javascript; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (headers, include_str!("../panel_worker.js")).into_response()
}
