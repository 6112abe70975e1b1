//! The link with which the sender of a request confirms the email address. Its token is in the query, because the page
//! works without JavaScript. The token is random, is stored as a hash, and works once.

use chrono::TimeDelta;

use crate::{app::App, platform::addresses};

/// Validity of the link.
pub const CONFIRM_WITHIN: TimeDelta = TimeDelta::hours(48);

const PARAMETER: &str = "token";

/// Returns the link that confirms a request.
#[must_use]
pub fn confirm_url(app: &App, secret: &str) -> String {
    format!("{}{}?{PARAMETER}={secret}", app.config.origin(), addresses::PRIVACY_REQUEST_CONFIRM.path)
}

/// Returns the token in the query of a link. `None` if it is missing or empty.
#[must_use]
pub fn token_in(query: Option<&str>) -> Option<String> {
    value_in(query, PARAMETER)
}

/// Returns the value of a query parameter. `None` if it is missing or empty.
#[must_use]
pub fn value_in(query: Option<&str>, parameter: &str) -> Option<String> {
    let mut pairs = url::form_urlencoded::parse(query?.as_bytes());
    let (_, value) = pairs.find(|(name, _)| name == parameter)?;
    (!value.is_empty()).then(|| value.into_owned())
}
