//! The link that proves the email address of a request. Its token is in the query, because the page works without
//! JavaScript. It is random, stored as a hash, and works once.

use chrono::TimeDelta;

use crate::{app::App, platform::addresses};

/// Time in which the link is valid.
pub const CONFIRM_WITHIN: TimeDelta = TimeDelta::hours(48);

const PARAMETER: &str = "token";

/// Returns the link that confirms a request.
#[must_use]
pub fn confirm_url(app: &App, secret: &str) -> String {
    format!("{}{}?{PARAMETER}={secret}", app.config.origin(), addresses::PRIVACY_REQUEST_CONFIRM.path)
}

/// Returns the token in the query of a link.
#[must_use]
pub fn token_in(query: Option<&str>) -> Option<String> {
    value_in(query, PARAMETER)
}

/// Returns a value in a query that is not empty.
#[must_use]
pub fn value_in(query: Option<&str>, parameter: &str) -> Option<String> {
    let mut pairs = url::form_urlencoded::parse(query?.as_bytes());
    let (_, value) = pairs.find(|(name, _)| name == parameter)?;
    (!value.is_empty()).then(|| value.into_owned())
}
