//! What requests go through on their way to a handler, whichever it is.

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{
    app::App,
    kit::{cross_site, error::Error, http, security_headers},
};

/// Answers of the API are for the one who asked.
pub async fn never_stored(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Documents have headers of their own; everything else gets the strictest.
pub async fn secured(State(headers): State<Arc<HeaderMap>>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    security_headers::extend(response.headers_mut(), &headers);
    response
}

/// Also where a call has no use for a body: what a form of another site could send is none of ours.
pub async fn json_only(request: Request, next: Next) -> Response {
    let headers = request.headers();
    if !request.method().is_safe() && headers.contains_key(header::CONTENT_TYPE) && !http::is_json(headers) {
        return Error::UnsupportedMediaType.into_response();
    }
    next.run(request).await
}

/// What another site has a browser send is none of ours.
pub async fn same_site_only(State(app): State<App>, request: Request, next: Next) -> Response {
    if cross_site::is_allowed(request.method(), request.headers(), app.config.public_url.as_ref()) {
        next.run(request).await
    } else {
        ([(header::CACHE_CONTROL, "no-store")], Error::CrossSite).into_response()
    }
}
