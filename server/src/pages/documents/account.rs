//! Texts of a visitor's own page: requests, profile, password, second factor, sessions, data.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Link, PageText, security::SecurityText};

/// `account.json`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountContent {
    pub meta: PageText,
    pub title: String,
    pub lead: String,
    /// Name of the list of the page's parts.
    pub parts: String,
    pub loading: String,
    pub failed: String,
    pub retry: String,
    pub requests: OwnRequestsText,
    pub profile: ProfileText,
    pub password: PasswordText,
    pub security: Box<SecurityText>,
    pub sessions: SessionsText,
    pub data: OwnDataText,
    pub deletion: DeletionText,
    pub errors: AccountErrors,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnRequestsText {
    pub title: String,
    pub empty: String,
    pub action: Link,
    /// Before the date.
    pub sent: String,
    pub status: String,
    /// Opens the whole message.
    pub message: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProfileText {
    pub title: String,
    pub full_name: String,
    pub email: String,
    pub verified: String,
    pub unverified: String,
    /// Before the address that waits to be confirmed.
    pub pending: String,
    pub resend: String,
    pub resent_title: String,
    pub resent_text: String,
    pub current_password: String,
    pub current_password_hint: String,
    pub submit: String,
    pub busy: String,
    pub done_title: String,
    pub failed_title: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordText {
    pub title: String,
    pub lead: String,
    pub current: String,
    pub new: String,
    pub new_hint: String,
    pub new_hint_staff: String,
    pub submit: String,
    pub busy: String,
    pub done_title: String,
    pub done_text: String,
    pub failed_title: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionsText {
    pub title: String,
    pub lead: String,
    /// Marks the session of this browser.
    pub current: String,
    pub started: String,
    pub last_seen: String,
    pub address: String,
    pub end: String,
    pub end_others: String,
    pub ended_title: String,
    pub ended_others_title: String,
    pub failed_title: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnDataText {
    pub title: String,
    pub lead: String,
    pub export: String,
    pub failed_title: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeletionText {
    pub title: String,
    pub lead: String,
    /// What happens, point by point.
    pub effects: Vec<String>,
    /// Instead of the form, for staff.
    pub staff: String,
    pub open: String,
    pub password: String,
    pub submit: String,
    pub busy: String,
    pub cancel: String,
    pub done_title: String,
    pub done_text: String,
    pub failed_title: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountErrors {
    pub missing: String,
    pub email_invalid: String,
    pub password_short: String,
}
