//! The texts of the contact page and its form: `contact.json` and `contact_thanks.json`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Heading, Link, PageText};

/// `contact.json`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactContent {
    pub meta: PageText,
    pub hero: Heading,
    pub cards: Vec<ContactCard>,
    pub form: ContactFormText,
    pub urgent: UrgentSupport,
    pub consulting: Consulting,
}

/// A way to reach the company. The value itself comes from the company's record.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactCard {
    pub kind: ContactCardKind,
    pub title: String,
    pub text: String,
    pub action: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContactCardKind {
    /// Its action calls the company.
    Phone,
    /// Its action writes to the company.
    Email,
    /// Its action leads to the form, to book a meeting.
    Location,
    /// Its action calls the company, at any hour.
    Hours,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactFormText {
    pub heading: Heading,
    pub name: String,
    pub company: String,
    pub email: String,
    pub phone: String,
    pub service: String,
    pub message: String,
    pub message_hint: String,
    /// The first entry of the list of services.
    pub service_empty: String,
    /// What the message says when no service was chosen.
    pub service_none: String,
    pub service_options: Vec<String>,
    pub optional: String,
    /// Label of the field that people never see and must leave empty.
    pub trap: String,
    pub submit: String,
    pub sending: String,
    pub privacy: String,
    pub errors: ContactFormErrors,
    pub sent_title: String,
    pub sent_text: String,
    pub failed_title: String,
    pub failed_text: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactFormErrors {
    pub name_missing: String,
    pub company_missing: String,
    pub email_missing: String,
    pub email_invalid: String,
    pub phone_missing: String,
    pub phone_invalid: String,
    pub message_missing: String,
    /// Above the form when any field is wrong.
    pub summary: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UrgentSupport {
    pub title: String,
    pub text: String,
    /// Calls the company.
    pub emergency: String,
    /// Opens the company's WhatsApp; left out where there is none.
    pub chat: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Consulting {
    pub title: String,
    pub text: String,
    pub items: Vec<String>,
    pub action: Link,
}

/// `contact_thanks.json`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactThanksContent {
    pub meta: PageText,
    pub title: String,
    pub text: String,
    pub back: Link,
}
