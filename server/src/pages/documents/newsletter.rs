//! `newsletter.json`: the box that asks for an e-mail address, and the page it leads to without JavaScript.
//! `newsletter_link.json`: the pages that the links in the newsletter's mails lead to.

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
    /// What whoever subscribes agrees to. Kept, word for word, with each subscription.
    pub privacy: String,
    /// The name of that text, to be changed with it.
    pub consent_version: String,
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

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewsletterLinkContent {
    pub confirm: NewsletterLinkText,
    pub unsubscribe: NewsletterLinkText,
}

/// What is said around one kind of link.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewsletterLinkText {
    pub meta: PageText,
    pub title: String,
    pub lead: String,
    /// The same where the address is known; `{subscriber}` stands for it.
    pub lead_email: String,
    pub submit: String,
    pub busy: String,
    pub done_title: String,
    pub done_text: String,
    pub invalid_title: String,
    pub invalid_text: String,
    pub failed_title: String,
    /// Where to go from there.
    pub back: Link,
    /// What helps whoever has a link that is no good.
    pub invalid_action: Link,
}
