//! The cookies of accounts: out of reach of scripts, and never sent along by other sites.

use axum::http::{HeaderMap, HeaderValue, header};
use chrono::TimeDelta;

use crate::{
    app::App,
    platform::error::{Error, Result},
};

/// The value of one of our cookies. Other cookies may hold any bytes.
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

/// `Set-Cookie`. A life of zero tells the browser to forget it.
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

/// Browsers keep `Secure` cookies over https and on the local machine. Elsewhere, over plain http, a cookie without
/// the prefix has to do; the server warns about it at start.
fn is_secure(app: &App, headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("");
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    app.config.is_https() || matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

fn full_name(app: &App, headers: &HeaderMap, name: &str) -> String {
    if is_secure(app, headers) { format!("__Host-{name}") } else { name.to_owned() }
}
