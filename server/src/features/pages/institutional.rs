//! The home page, the page about the company, and the not-found page.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    built_page::BuiltPage,
    content::{
        Link, PageText,
        about::{AboutContent, AboutFacts},
        blog::{BlogContent, SearchText},
        home::{HomeContent, Stat},
        not_found::NotFoundContent,
    },
    store::Texts,
};
use crate::{
    foundation::settings::{self, model::Company},
    platform::{addresses, error::Result},
};

/// Maximum number of client names on the home page.
const MAX_CLIENTS: usize = 8;

/// Props of the home page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct HomeView {
    pub content: HomeContent,
    /// Names of some clients. If empty, the section is hidden.
    pub clients: Vec<String>,
}

/// Props of the page about the company.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AboutView {
    pub content: AboutContent,
    /// Founding year, number of employees and location. Unknown facts are missing.
    pub facts: Vec<AboutFact>,
    /// Stats of the home page. If empty, the section is hidden.
    pub stats: Vec<Stat>,
}

/// A fact about the company with its label.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AboutFact {
    pub label: String,
    pub value: String,
}

/// Props of the not-found page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NotFoundView {
    pub content: NotFoundContent,
    /// Texts of the blog's search form.
    pub search: SearchText,
    /// Links to the detail pages that have services.
    pub services: Vec<Link>,
}

/// Builds the home page, without teasers that link to one of `empty_paths`: the paths of the detail pages without services.
pub async fn home(texts: &Texts<'_>, empty_paths: &[&str]) -> Result<BuiltPage<HomeView>> {
    let mut content: HomeContent = texts.read().await?;
    content.services.items.retain(|teaser| !empty_paths.contains(&&*teaser.url));
    let about: AboutContent = texts.read().await?;
    let clients = about.clients.names.into_iter().take(MAX_CLIENTS).collect();
    // The site takes title and description of the home page from the settings.
    let meta = PageText { title: String::new(), description: String::new() };
    Ok(BuiltPage::new(&meta, HomeView { content, clients }))
}

/// Builds the page about the company.
pub async fn about(texts: &Texts<'_>) -> Result<BuiltPage<AboutView>> {
    let content: AboutContent = texts.read().await?;
    let (meta, name) = (content.meta.clone(), content.hero.eyebrow.clone());
    let facts = facts(&content.facts, &settings::store::company(texts.db).await?);
    let HomeContent { stats, .. } = texts.read().await?;
    let view = AboutView { content, facts, stats: stats.items };
    Ok(BuiltPage::new(&meta, view).with_link(&name, addresses::ABOUT.path))
}

/// Returns the known facts about the company.
fn facts(labels: &AboutFacts, company: &Company) -> Vec<AboutFact> {
    let facts = [
        (&labels.founded, company.founded.clone()),
        (&labels.employees, employee_range(&company.employees)),
        (&labels.location, company.location.clone()),
    ];
    let known = facts.into_iter().filter(|(_, value)| !value.is_empty());
    known.map(|(label, value)| AboutFact { label: label.clone(), value }).collect()
}

/// Converts a range such as `15-50` to `15 a 50`. Other texts stay unchanged.
fn employee_range(employees: &str) -> String {
    let is_count = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    match employees.split_once(['-', '–']).map(|(min, max)| (min.trim(), max.trim())) {
        Some((min, max)) if is_count(min) && is_count(max) => format!("{min} a {max}"),
        _ => employees.to_owned(),
    }
}

/// Builds the not-found page. `services` are links to detail pages.
pub async fn not_found(texts: &Texts<'_>, services: Vec<Link>) -> Result<BuiltPage<NotFoundView>> {
    let content: NotFoundContent = texts.read().await?;
    let BlogContent { search, .. } = texts.read().await?;
    Ok(BuiltPage::new(&content.meta.clone(), NotFoundView { content, search, services }))
}
