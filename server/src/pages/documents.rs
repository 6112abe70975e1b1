//! The texts of the public pages: what each file in `server/content/pages` holds. Every visible word of the public
//! site stands in one of these, so that it can be edited without a deployment; the components hold none.

pub mod about;
pub mod account;
pub mod auth;
pub mod blog;
pub mod contact;
pub mod home;
pub mod layout;
pub mod legal;
pub mod newsletter;
pub mod not_found;
pub mod recovery;
pub mod security;
pub mod services;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A link with its words. `url` is an own path, `tel:`, `mailto:` or https.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Link {
    pub label: String,
    pub url: String,
}

/// Title and description of a page for the browser tab, search engines and shared links.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PageText {
    pub title: String,
    pub description: String,
}

/// The heading of a section.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Heading {
    /// A few words above the title; empty for none.
    pub eyebrow: String,
    pub title: String,
    /// One or two sentences below the title; empty for none.
    pub lead: String,
}

/// What visitors ask before they ask us. Without items the section is left out.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Faq {
    pub heading: Heading,
    pub items: Vec<Question>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    pub question: String,
    /// One paragraph of plain text.
    pub answer: String,
}

/// The pictograms that content may name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Icon {
    ShieldCheck,
    Workflow,
    Headset,
    Timer,
    Users,
    Scale,
    FileCheck,
    Phone,
    Mail,
    MapPin,
    Clock,
    Target,
    Eye,
    Handshake,
}

/// The drawings that content may name, one for each page of services.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Drawing {
    Support,
    Security,
    Cloud,
    Development,
    Erp,
    Database,
}

/// A short statement with a pictogram.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    pub icon: Icon,
    pub title: String,
    pub text: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CallToAction {
    pub title: String,
    pub text: String,
    pub action: Link,
}
