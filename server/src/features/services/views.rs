//! Props of the pages of services.

use serde::Serialize;
use utoipa::ToSchema;

use super::model::{Service, ServiceFields, ServicePage};
use crate::{
    features::pages::content::{
        Faq, Heading, Link,
        services::{
            ServiceClosing, ServiceHero, ServicePageContent, ServicePageLabels, ServicePagesContent,
            ServicesContent,
        },
    },
    platform::addresses,
};

/// Props of the page of all services.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ServicesView {
    pub content: ServicesContent,
    /// The detail pages that have services, each with its services.
    pub groups: Vec<ServiceGroup>,
}

/// A detail page on the page of all services, with its services.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ServiceGroup {
    /// The detail page, which has its own drawing.
    pub page: ServicePage,
    /// HTML id of the section, for links to it.
    pub id: String,
    pub name: String,
    pub summary: String,
    pub url: String,
    pub services: Vec<ServiceItem>,
}

/// A service as visitors see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ServiceItem {
    pub title: String,
    pub description: String,
    pub features: Vec<String>,
    pub is_featured: bool,
    /// Path of the contact form. It selects the service if the form offers it, and otherwise the service of the detail page.
    pub quote_url: String,
}

/// Props of a detail page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ServiceView {
    /// The detail page, which has its own drawing.
    pub page: ServicePage,
    pub name: String,
    pub labels: ServicePageLabels,
    pub hero: ServiceHero,
    pub heading: Heading,
    pub services: Vec<ServiceItem>,
    pub faq: Faq,
    pub closing: ServiceClosing,
    /// Path of the contact form. It selects the service of the page.
    pub quote_url: String,
    /// The newest articles about the subject of the page.
    pub reading: Vec<Reading>,
    /// The other detail pages that have services.
    pub others: Vec<OtherServicePage>,
}

/// Link to an article of the blog.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Reading {
    pub link: Link,
    /// Category and reading time.
    pub note: String,
}

/// Link to another detail page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OtherServicePage {
    pub page: ServicePage,
    pub link: Link,
}

impl ServicePagesContent {
    /// Returns the content of a detail page.
    #[must_use]
    pub fn of(&self, page: ServicePage) -> &ServicePageContent {
        match page {
            ServicePage::Support => &self.support,
            ServicePage::Security => &self.security,
            ServicePage::Cloud => &self.cloud,
            ServicePage::Development => &self.development,
            ServicePage::Erp => &self.erp,
            ServicePage::Database => &self.database,
        }
    }
}

/// Returns the props of the page of all services. `options` are the services that the contact form offers.
#[must_use]
pub fn services_page(
    content: ServicesContent,
    pages: &ServicePagesContent,
    services: &[Service],
    options: &[String],
) -> ServicesView {
    let group = |page: ServicePage| {
        let text = pages.of(page);
        let services = items(services, page, text, options);
        (!services.is_empty()).then(|| ServiceGroup {
            page,
            id: page.slug().to_owned(),
            name: text.name.clone(),
            summary: text.summary.clone(),
            url: page.path().to_owned(),
            services,
        })
    };
    ServicesView { groups: ServicePage::ALL.into_iter().filter_map(group).collect(), content }
}

/// Returns the props of a detail page. `options` are the services that the contact form offers.
#[must_use]
pub fn service_page(
    page: ServicePage,
    pages: &ServicePagesContent,
    services: &[Service],
    options: &[String],
    reading: Vec<Reading>,
) -> ServiceView {
    let text = pages.of(page).clone();
    let other = |page: ServicePage| OtherServicePage {
        page,
        link: Link { label: pages.of(page).name.clone(), url: page.path().to_owned() },
    };
    ServiceView {
        page,
        services: items(services, page, &text, options),
        quote_url: quote_url(&text.contact_service, &text.name, options),
        others: ServicePage::ALL
            .into_iter()
            .filter(|other| *other != page && services.iter().any(|service| service.fields.page == *other))
            .map(other)
            .collect(),
        reading,
        labels: pages.labels.clone(),
        name: text.name,
        hero: text.hero,
        heading: text.heading,
        faq: text.faq,
        closing: text.closing,
    }
}

/// Returns the services of a detail page as visitors see them.
fn items(
    services: &[Service],
    page: ServicePage,
    text: &ServicePageContent,
    options: &[String],
) -> Vec<ServiceItem> {
    let own = services.iter().filter(|service| service.fields.page == page);
    own.map(|service| {
        let ServiceFields { title, description, features, is_featured, .. } = service.fields.clone();
        let quote_url = quote_url(&text.contact_service, &title, options);
        ServiceItem { title, description, features, is_featured, quote_url }
    })
    .collect()
}

/// Returns the path of the contact form. Selects `subject` if it is one of the `options` of the form. Otherwise selects
/// `fallback`, and mentions `subject` in the message.
fn quote_url(fallback: &str, subject: &str, options: &[String]) -> String {
    let is_offered = options.iter().any(|option| option == subject);
    let url = if is_offered {
        contact_url(Some(subject), None)
    } else {
        contact_url(Some(fallback), Some(subject))
    };
    format!("{url}#{}", addresses::QUOTE_FORM_ANCHOR)
}

/// Returns the path of the contact page. Its form selects `service` and mentions `subject` in the message.
#[must_use]
pub fn contact_url(service: Option<&str>, subject: Option<&str>) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    let pairs = [("servico", service), ("assunto", subject)];
    query.extend_pairs(pairs.iter().filter_map(|(name, value)| Some((*name, (*value)?))));
    format!("{}?{}", addresses::CONTACT.path, query.finish())
}
