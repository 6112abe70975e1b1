//! Texts of the page where visitors sign in and up.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::PageText;

/// `auth.json`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AuthContent {
    pub meta: PageText,
    pub back: String,
    pub title: String,
    pub lead: String,
    /// Name of the pair of tabs.
    pub tabs: String,
    pub sign_in: SignInText,
    pub sign_up: SignUpText,
    pub errors: AuthErrors,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignInText {
    pub tab: String,
    pub email: String,
    pub password: String,
    pub forgot: String,
    pub submit: String,
    pub busy: String,
    pub done_title: String,
    pub done_text: String,
    pub failed_title: String,
    pub failed_text: String,
    pub passkey: PasskeySignInText,
    pub second_step: SecondStepText,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasskeySignInText {
    pub sign_in: String,
    pub busy: String,
    pub failed_title: String,
    pub cancelled: String,
}

/// For those with a second factor, after the password.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondStepText {
    pub title: String,
    pub lead: String,
    pub code: String,
    pub use_recovery: String,
    pub recovery_lead: String,
    pub recovery_code: String,
    pub use_app: String,
    pub code_missing: String,
    pub submit: String,
    pub busy: String,
    pub back: String,
    pub failed_title: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignUpText {
    pub tab: String,
    pub full_name: String,
    pub email: String,
    pub password: String,
    pub password_hint: String,
    pub submit: String,
    pub busy: String,
    pub done_title: String,
    pub failed_title: String,
    pub failed_text: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AuthErrors {
    pub full_name_missing: String,
    pub email_missing: String,
    pub email_invalid: String,
    pub password_missing: String,
    pub password_short: String,
}
