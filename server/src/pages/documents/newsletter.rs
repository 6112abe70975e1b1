//! `newsletter.json`: the box that asks for an e-mail address, and the page it leads to without JavaScript.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Link, PageText};

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewsletterContent {
    pub meta: PageText,
    pub title: String,
    pub text: String,
    pub email: String,
    pub placeholder: String,
    pub submit: String,
    pub busy: String,
    pub privacy: String,
    /// Label of the field that people never see and must leave empty.
    pub trap: String,
    pub email_missing: String,
    pub email_invalid: String,
    pub done_title: String,
    pub done_text: String,
    pub failed_title: String,
    pub failed_text: String,
    pub back: Link,
}
