//! The texts around the services: `services.json` for the page of all, `service_pages.json` for the six detail pages.
//! The services themselves are rows of their own table.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CallToAction, Faq, Heading, Link, PageText};

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ServicesContent {
    pub meta: PageText,
    pub hero: Heading,
    /// Name of the links to the sections of this page.
    pub contents: String,
    /// The words of each section's link to its detail page.
    pub details: String,
    /// Beside a service that stands out.
    pub featured: String,
    pub process: Process,
    pub faq: Faq,
    pub closing: CallToAction,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Process {
    pub heading: Heading,
    pub steps: Vec<ProcessStep>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProcessStep {
    pub title: String,
    pub text: String,
}

/// One entry for each detail page, and the words they share.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ServicePagesContent {
    pub labels: ServicePageLabels,
    pub support: ServicePageContent,
    pub security: ServicePageContent,
    pub cloud: ServicePageContent,
    pub development: ServicePageContent,
    pub erp: ServicePageContent,
    pub database: ServicePageContent,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ServicePageLabels {
    /// The way here, from the home page on.
    pub breadcrumbs: String,
    pub home: Link,
    pub services: Link,
    /// Beside a service that stands out.
    pub featured: String,
    /// The words of each service's link to the contact form.
    pub quote: String,
    /// Heading of the articles about a page's subject.
    pub reading: String,
    /// Heading of the links to the other detail pages.
    pub others: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ServicePageContent {
    pub meta: PageText,
    /// As menus and headings call it.
    pub name: String,
    /// One or two sentences for the page of all services.
    pub summary: String,
    /// What the form offers that fits this page best.
    pub contact_service: String,
    pub hero: ServiceHero,
    /// Above the services.
    pub heading: Heading,
    pub faq: Faq,
    pub closing: ServiceClosing,
    /// Categories of the blog, by their slugs, whose newest articles are named.
    pub reading: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ServiceHero {
    pub title: String,
    pub lead: String,
    /// Short promises in one line below the button.
    pub facts: Vec<String>,
    /// Leads to the contact form with the page's service chosen.
    pub action: String,
    /// What the illustration shows, for those who can't see it.
    pub illustration: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ServiceClosing {
    pub title: String,
    pub text: String,
    /// Leads to the contact form with the page's service chosen.
    pub action: String,
}
