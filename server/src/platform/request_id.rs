//! Gives each request an id that its logs, its errors and its answer share.

use axum::{
    extract::{Request, State},
    http::{HeaderName, HeaderValue},
    middleware::Next,
    response::Response,
};
use percent_encoding::percent_decode_str;
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

/// A path as logs may have it: without the secrets of links that carry one, however they are encoded.
#[must_use]
pub fn loggable(path: &str) -> String {
    let mut follows = false;
    let parts = path.split('/').map(|part| {
        let decoded = decode(part);
        let hides = !part.is_empty() && (follows || may_have_secret(&decoded));
        follows = decoded.eq_ignore_ascii_case(BEFORE_SECRET) || (follows && part.is_empty());
        if hides { "[secret]" } else { part }
    });
    parts.collect::<Vec<_>>().join("/")
}

/// Programs that pass links on encode them, some of them what is encoded already.
fn decode(part: &str) -> String {
    let once = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    once(&once(&once(part)))
}

/// Whether a decoded part of a path has something as long and as mixed as a secret in it, or has the end of a path in it:
/// a secret may follow, as in `/previa%2FTOKEN` or `/auth/redefinir-senha%23TOKEN`.
fn may_have_secret(part: &str) -> bool {
    let is_token_char = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let mut runs = part.split(|c| !is_token_char(c));
    part.contains(['/', '\\', '#', '?'])
        || runs.any(|run| run.len() >= SECRET_LENGTH && run.bytes().any(|byte| byte.is_ascii_uppercase()))
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
        let token = crate::platform::id::new_token().secret;
        assert_eq!(loggable(&format!("/previa/{token}")), "/previa/[secret]");
        assert_eq!(loggable(&format!("/Previa/{token}/x")), "/Previa/[secret]/x");
        assert_eq!(loggable(&format!("/previa/{token}.")), "/previa/[secret]");
        assert_eq!(loggable(&format!("/previa/%70{token}")), "/previa/[secret]");
        assert_eq!(loggable(&format!("/previa//{token}.")), "/previa//[secret]");
        for by_its_place in [
            "/previa%2fSECRET",
            "/previa%2FSECRET.",
            "/previa%252FSECRET",
            "/previa%5cSECRET",
            "/%70revia/SECRET.",
            "/previa/SECRET%2e",
            "/auth/redefinir-senha%23SECRET",
            "/newsletter/confirmar%3ftoken=SECRET",
        ] {
            let logged = loggable(by_its_place);
            assert!(logged.ends_with("/[secret]"), "{by_its_place}: {logged}");
        }
        for by_its_look in [format!("/a/{token}%2e"), format!("/a/%22{token}%22"), format!("/a/x={token}")] {
            assert_eq!(loggable(&by_its_look), "/a/[secret]");
        }
        for path in [
            "/",
            "/blog/migracao-para-nuvem-sem-parar-a-empresa-nem-perder-nada",
            "/api/blog/0190a1b2-c3d4-7000-8000-000000000000",
            "/blog/a%C3%A7%C3%A3o",
        ] {
            assert_eq!(loggable(path), path);
        }
    }
}
