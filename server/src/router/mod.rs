//! The program as one service: the tables of URLs of the API and the pages, and the layers around them.

mod api;
#[cfg(debug_assertions)]
pub mod contract;
mod handler;
mod layers;
mod operation;
mod pages;
mod published_contract;
mod request_log;

use std::sync::Arc;

use axum::{
    Router,
    extract::{DefaultBodyLimit, FromRef},
    http::request::Parts,
    middleware,
    routing::{any, get},
};

use self::{
    api::{api, preview_api},
    operation::Table,
    pages::pages,
    published_contract::PublishedContract,
};
use crate::{
    app::App,
    platform::{error::Error, listener::client_ip::TrustedProxies},
    site::{
        Site, cached_answers::cache_answers, cached_pages::CachedPages, compress::compress_html,
        routes as documents,
    },
};

/// Maximum size of a request body of the API, in bytes, unless a table sets another.
const MAX_JSON_BODY: usize = 256 * 1024;

/// Returns the program as one service, which answers from the page cache or with the router.
pub fn service(app: App) -> anyhow::Result<CachedPages> {
    Ok(service_of(Site::start(app)?))
}

/// Like [`service`], for a site that has been started.
#[must_use]
pub fn service_of(site: Site) -> CachedPages {
    CachedPages::new(site.clone(), router(site))
}

fn router(state: Site) -> Router {
    let app = state.app.clone();
    let proxies = TrustedProxies::from_ref(&state);
    let (api, preview) = (api().into_router(), preview_api().into_router());
    let contract = Arc::new(PublishedContract::default());
    let openapi = move |request: Parts| async move { contract.respond(&request).await };
    let headers = state.api_headers.clone();
    let api = api
        .merge(preview.with_state(state.clone()))
        .route("/api/openapi.json", get(openapi))
        .route("/api", any(unknown_operation))
        .route("/api/", any(unknown_operation))
        .route("/api/{*path}", any(unknown_operation))
        .method_not_allowed_fallback(|| async { Error::MethodNotAllowed })
        .layer(middleware::from_fn_with_state(state.clone(), cache_answers))
        .layer(DefaultBodyLimit::max(MAX_JSON_BODY))
        .layer(middleware::from_fn(layers::refuse_nul))
        .layer(middleware::from_fn_with_state(app.clone(), layers::record_denials))
        .layer(middleware::from_fn(layers::forbid_storing_by_default))
        .with_state(app.clone());
    let guarded = |router: Router| {
        router
            .layer(middleware::from_fn(layers::limit_time))
            .layer(middleware::from_fn_with_state(app.clone(), layers::require_same_site))
    };
    let pages = pages()
        .layer(middleware::from_fn_with_state(state.clone(), documents::check_encoded_path))
        .layer(middleware::from_fn(compress_html))
        .with_state(state.clone());
    let pages = guarded(pages).layer(middleware::from_fn_with_state(state, documents::show_errors_as_pages));
    guarded(api)
        .merge(pages)
        .layer(middleware::from_fn_with_state(headers, layers::add_security_headers))
        .layer(middleware::from_fn_with_state(proxies, request_log::middleware))
}

/// Answers requests for API paths that don't exist.
async fn unknown_operation() -> Error {
    Error::NotFound
}
