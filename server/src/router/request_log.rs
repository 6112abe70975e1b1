//! Assigns an id to each request, and logs the request with its status.

use axum::{
    extract::{Request, State},
    http::{HeaderName, HeaderValue},
    middleware::Next,
    response::Response,
};
use tracing::Instrument;

use crate::platform::{
    id::random_bytes, listener::client_ip::TrustedProxies, privacy::secret_paths::loggable, request_id,
};

static HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// Runs the request in a log span with its id, and adds the id to the response.
pub async fn middleware(State(proxies): State<TrustedProxies>, request: Request, next: Next) -> Response {
    let ip = proxies.client_of(request.extensions(), request.headers());
    let id = format!("{:016x}", u64::from_be_bytes(random_bytes()));
    let span = tracing::info_span!(
        "request",
        id,
        method = %request.method(),
        path = %loggable(request.uri().path()),
        ip = ip.map(tracing::field::display),
    );
    let header = HeaderValue::from_str(&id).ok();
    let is_health_check = request.uri().path().starts_with("/healthz");
    let answer = async {
        let response = next.run(request).await;
        let status = response.status().as_u16();
        // Health checks are frequent.
        if is_health_check && response.status().is_success() {
            tracing::debug!(status, "request answered");
        } else {
            tracing::info!(status, "request answered");
        }
        response
    };
    let mut response = request_id::scope(id, answer).instrument(span).await;
    if let Some(value) = header {
        response.headers_mut().insert(HEADER.clone(), value);
    }
    response
}
