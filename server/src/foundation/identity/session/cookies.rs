//! Cookies of sessions and devices: not readable by scripts, not sent by other sites.

use axum::http::{HeaderMap, HeaderValue, header};
use chrono::TimeDelta;

use crate::{
    app::App,
    platform::error::{Error, Result},
};

/// Returns the value of a cookie that [`header`] has set. Ignores cookies that are not UTF-8, which other programs on the host
/// may have set.
#[must_use]
pub fn find<'a>(app: &App, headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let name = full_name(app, headers, name);
    let values = headers.get_all(header::COOKIE).iter();
    let mut pairs = values.flat_map(|value| value.as_bytes().split(|byte| *byte == b';'));
    pairs.find_map(|pair| {
        let (pair_name, value) = str::from_utf8(pair).ok()?.trim().split_once('=')?;
        (pair_name == name).then_some(value)
    })
}

/// Returns the value of a `Set-Cookie` header. A lifetime of zero deletes the cookie.
pub fn header(
    app: &App,
    headers: &HeaderMap,
    name: &str,
    value: &str,
    lifetime: TimeDelta,
) -> Result<HeaderValue> {
    let name = full_name(app, headers, name);
    let secure = if is_secure(app, headers) { "; Secure" } else { "" };
    let seconds = lifetime.num_seconds();
    let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&cookie).map_err(|error| Error::Internal(error.into()))
}

/// Returns whether browsers accept `Secure` cookies: over https and on the local machine. Otherwise the cookie has neither
/// `Secure` nor the prefix `__Host-`, and the server logs a warning at startup.
fn is_secure(app: &App, headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("");
    let host_name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    app.config.is_https() || matches!(host_name, "localhost" | "127.0.0.1" | "[::1]")
}

fn full_name(app: &App, headers: &HeaderMap, name: &str) -> String {
    if is_secure(app, headers) { format!("__Host-{name}") } else { name.to_owned() }
}
