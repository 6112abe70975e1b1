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

/// More characters than the addresses of posts have without a capital letter, fewer than secrets have.
const SECRET_LENGTH: usize = 40;

/// The part of a path after this one is a secret, also if a program appended something to it.
const BEFORE_SECRET: &str = "previa";

/// A path as logs may have it: without the secrets of links that carry one.
#[must_use]
pub fn loggable(path: &str) -> String {
    let is_secret = |part: &str| {
        let is_token = part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        part.len() >= SECRET_LENGTH && is_token && part.bytes().any(|byte| byte.is_ascii_uppercase())
    };
    let mut follows = false;
    let parts = path.split('/').map(|part| {
        let hides = (follows && !part.is_empty()) || is_secret(part);
        follows = part.eq_ignore_ascii_case(BEFORE_SECRET);
        if hides { "[secret]" } else { part }
    });
    parts.collect::<Vec<_>>().join("/")
}

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
        // A proxy asks every second.
        if is_health_check && response.status().is_success() {
            tracing::debug!(status, "request answered");
        } else {
            tracing::info!(status, "request answered");
        }
        response
    };
    let mut response = REQUEST_ID.scope(id, answer).instrument(span).await;
    if let Some(value) = header {
        response.headers_mut().insert(HEADER.clone(), value);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_left_out_of_logged_paths() {
        let token = crate::kit::id::new_token().secret;
        assert_eq!(loggable(&format!("/previa/{token}")), "/previa/[secret]");
        assert_eq!(loggable(&format!("/Previa/{token}/x")), "/Previa/[secret]/x");
        assert_eq!(loggable(&format!("/previa/{token}.")), "/previa/[secret]");
        assert_eq!(loggable(&format!("/previa/%70{token}")), "/previa/[secret]");
        for path in [
            "/",
            "/blog/migracao-para-nuvem-sem-parar-a-empresa-nem-perder-nada",
            "/api/blog/0190a1b2-c3d4-7000-8000-000000000000",
        ] {
            assert_eq!(loggable(path), path);
        }
    }
}
