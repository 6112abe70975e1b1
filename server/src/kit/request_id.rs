//! Gives each request an id that its logs, its errors and its answer share.

use axum::{
    extract::{Request, State},
    http::{HeaderName, HeaderValue},
    middleware::Next,
    response::Response,
};
use tracing::Instrument;

use super::{client_ip::TrustedProxies, id::random_bytes};

static HEADER: HeaderName = HeaderName::from_static("x-request-id");

tokio::task_local! {
    static REQUEST_ID: String;
}

/// The id of the request being answered; empty outside of one.
#[must_use]
pub fn current() -> String {
    REQUEST_ID.try_with(Clone::clone).unwrap_or_default()
}

pub async fn middleware(State(proxies): State<TrustedProxies>, request: Request, next: Next) -> Response {
    let ip = proxies.client_of(request.extensions(), request.headers());
    let id = format!("{:016x}", u64::from_be_bytes(random_bytes()));
    let span = tracing::info_span!(
        "request",
        id,
        method = %request.method(),
        path = request.uri().path(),
        ip = ip.map(tracing::field::display),
    );
    let header = HeaderValue::from_str(&id).ok();
    let answer = async {
        let response = next.run(request).await;
        tracing::info!(status = response.status().as_u16(), "request answered");
        response
    };
    let mut response = REQUEST_ID.scope(id, answer).instrument(span).await;
    if let Some(value) = header {
        response.headers_mut().insert(HEADER.clone(), value);
    }
    response
}
