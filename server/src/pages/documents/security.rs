//! Texts of the part of a visitor's own page that keeps others out: second factors and passkeys.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `account.json`, under `security`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SecurityText {
    pub title: String,
    pub lead: String,
    pub totp: TotpText,
    pub enrolment: EnrolmentText,
    pub passkeys: PasskeysText,
    pub codes: RecoveryCodesText,
    pub step_up: StepUpText,
}

/// Codes of an authenticator app: whether they are asked for, and starting and stopping that.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TotpText {
    pub title: String,
    pub on: String,
    pub off: String,
    pub lead_on: String,
    pub lead_off: String,
    /// Before the date.
    pub since: String,
    pub start: String,
    pub failed_title: String,
    pub stop: String,
    pub stop_question: String,
    pub stop_lead: String,
    pub stop_submit: String,
    pub stopped_title: String,
    pub stop_failed_title: String,
    pub cancel: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EnrolmentText {
    pub title: String,
    pub app: String,
    pub app_hint: String,
    pub scan: String,
    /// The QR code, for those who can't see it.
    pub qr_code: String,
    pub key_lead: String,
    pub copy_key: String,
    pub key_copied: String,
    pub open_app: String,
    pub confirm: String,
    pub code: String,
    pub code_missing: String,
    pub submit: String,
    pub busy: String,
    pub cancel: String,
    pub done_title: String,
    pub done_text: String,
    pub failed_title: String,
}

/// Passkeys: what they are, making, naming and removing them.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasskeysText {
    pub title: String,
    pub lead: String,
    pub unsupported: String,
    pub create: String,
    pub create_submit: String,
    pub create_failed_title: String,
    pub created_title: String,
    pub created_text: String,
    pub cancelled: String,
    pub known: String,
    pub name: String,
    pub name_hint: String,
    pub name_missing: String,
    pub busy: String,
    pub cancel: String,
    pub created: String,
    pub used: String,
    pub unused: String,
    pub rename: String,
    pub rename_submit: String,
    pub renamed_title: String,
    pub rename_failed_title: String,
    pub remove: String,
    pub remove_question: String,
    pub remove_lead: String,
    pub remove_submit: String,
    pub removed_title: String,
    pub remove_failed_title: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecoveryCodesText {
    pub title: String,
    pub lead: String,
    /// Before the number of those left.
    pub left: String,
    pub none_left: String,
    pub copy: String,
    pub copied: String,
    pub copy_failed_title: String,
    pub copy_failed_text: String,
    pub download: String,
    /// Above the codes, in the file.
    pub file_title: String,
    pub done: String,
    pub replace: String,
    pub replace_question: String,
    pub replace_lead: String,
    pub replace_submit: String,
    pub replaced_title: String,
    pub replace_failed_title: String,
}

/// What stands before a change that could shut the owner out.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StepUpText {
    pub title: String,
    pub lead: String,
    pub password: String,
    pub password_missing: String,
    pub code: String,
    pub code_missing: String,
    pub use_code: String,
    pub use_password: String,
    pub use_passkey: String,
    pub passkey_cancelled: String,
    pub submit: String,
    pub busy: String,
    pub cancel: String,
}
