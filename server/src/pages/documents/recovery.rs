//! Texts of the pages around the links by mail: asking for a new password, choosing it, confirming an address.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Link, PageText};

/// `recovery.json`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecoveryContent {
    pub forgot: ForgotText,
    pub reset: ResetText,
    pub confirm: ConfirmText,
    pub errors: RecoveryErrors,
}

/// Asking for a link to a new password.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ForgotText {
    pub meta: PageText,
    pub back: String,
    pub title: String,
    pub lead: String,
    pub email: String,
    pub submit: String,
    pub busy: String,
    pub done_title: String,
    pub done_text: String,
    pub failed_title: String,
}

/// Choosing a new password with the link.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResetText {
    pub meta: PageText,
    pub title: String,
    pub lead: String,
    pub password: String,
    pub password_hint: String,
    pub submit: String,
    pub busy: String,
    pub done_title: String,
    pub done_text: String,
    pub sign_in: String,
    pub invalid_title: String,
    pub invalid_text: String,
    pub ask_again: String,
    pub failed_title: String,
}

/// Confirming an e-mail address with the link.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmText {
    pub meta: PageText,
    pub title: String,
    pub lead: String,
    pub submit: String,
    pub busy: String,
    pub done_title: String,
    /// Before the address.
    pub done_text: String,
    pub go_on: Link,
    pub invalid_title: String,
    pub invalid_text: String,
    pub failed_title: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecoveryErrors {
    pub email_missing: String,
    pub email_invalid: String,
    pub password_missing: String,
    pub password_short: String,
}
