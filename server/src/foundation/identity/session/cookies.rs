//! Cookies of sessions and devices: not readable by scripts, not sent by other sites.

use axum::http::{HeaderMap, HeaderValue, header};
use chrono::TimeDelta;

use crate::{
    app::App,
    platform::error::{Error, Result},
};

/// Returns the value of one of this module's cookies. Other cookies may contain any bytes.
#[must_use]
pub fn find<'a>(app: &App, headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let name = full_name(app, headers, name);
    let values = headers.get_all(header::COOKIE).iter();
    let mut pairs = values.flat_map(|value| value.as_bytes().split(|byte| *byte == b';'));
    pairs.find_map(|pair| {
        let (found, value) = str::from_utf8(pair).ok()?.trim().split_once('=')?;
        (found == name).then_some(value)
    })
}

/// Returns the `Set-Cookie` header. A lifetime of zero deletes the cookie.
pub fn header(
    app: &App,
    headers: &HeaderMap,
    name: &str,
    value: &str,
    lives: TimeDelta,
) -> Result<HeaderValue> {
    let name = full_name(app, headers, name);
    let secure = if is_secure(app, headers) { "; Secure" } else { "" };
    let seconds = lives.num_seconds();
    let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&cookie).map_err(|error| Error::Internal(error.into()))
}

/// Returns whether browsers accept `Secure` cookies: over https and on the local machine. Elsewhere a cookie without
/// the prefix is used, and the server logs a warning when it starts.
fn is_secure(app: &App, headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("");
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    app.config.is_https() || matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

fn full_name(app: &App, headers: &HeaderMap, name: &str) -> String {
    if is_secure(app, headers) { format!("__Host-{name}") } else { name.to_owned() }
}
