//! The link with which the sender of a request confirms the email address. Its token is in the query, because the page
//! works without JavaScript. The token is random, is stored as a hash, and works once.

use chrono::TimeDelta;

use crate::{
    app::App,
    platform::{addresses, http::TOKEN},
};

/// Validity of the link.
pub const CONFIRM_WITHIN: TimeDelta = TimeDelta::hours(48);

/// Returns the link that confirms a request.
#[must_use]
pub fn confirm_url(app: &App, secret: &str) -> String {
    format!("{}{}?{TOKEN}={secret}", app.config.origin(), addresses::PRIVACY_REQUEST_CONFIRM.path)
}
