//! What the picture of a page says: all that it is drawn from, so that other words make another picture.

use std::fmt::Write as _;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{
    features::{
        blog::{model::Cover, views::BlogView},
        contacts::views::ContactView,
        services::model::ServicePage,
    },
    site::document::{LayoutCompany, View},
};

/// To be raised with each change of how cards look, so that nobody keeps the former pictures.
const LOOK: u32 = 2;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Card {
    /// The name of a drawing.
    pub drawing: &'static str,
    /// What the page belongs to, above the title; may be empty.
    pub kicker: String,
    pub title: String,
    /// Short facts in one line at the bottom, as many as fit.
    pub facts: Vec<String>,
    pub company: String,
    /// The address of the company's logo, which replaces its name; empty without one.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub logo: String,
    /// Where the site is, as people write it; empty while nobody has said.
    pub host: String,
    /// The company's own color, if it has one.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub accent_color: String,
}

impl Card {
    /// Nothing for pages that nobody shares.
    #[must_use]
    pub fn of(view: &View, company: &LayoutCompany, host: &str, accent_color: &str) -> Option<Self> {
        let (drawing, kicker, title, facts) = words(view, company)?;
        let facts = known(facts, &company.tagline);
        let card = Self {
            drawing,
            kicker: kicker.to_owned(),
            title: title.to_owned(),
            facts,
            company: company.name.clone(),
            logo: company.logo.as_ref().map(|logo| logo.url.clone()).unwrap_or_default(),
            host: host.to_owned(),
            accent_color: accent_color.to_owned(),
        };
        Some(card)
    }

    /// What tells this picture from every other.
    #[must_use]
    pub fn version(&self) -> String {
        let words = serde_json::to_vec(&(LOOK, self)).expect("strings and numbers can be written");
        Sha256::digest(words)[..8].iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

/// The facts that aren't blank, or the company's tagline if all are.
fn known(mut facts: Vec<String>, tagline: &str) -> Vec<String> {
    facts.retain(|fact| !fact.trim().is_empty());
    if facts.is_empty() {
        facts.push(tagline.to_owned());
    }
    facts
}

type Words<'a> = (&'static str, &'a str, &'a str, Vec<String>);

fn words<'a>(view: &'a View, company: &'a LayoutCompany) -> Option<Words<'a>> {
    Some(match view {
        View::Home(view) => {
            let hero = &view.content.hero;
            ("landscape", &hero.eyebrow, &hero.title, hero.facts.clone())
        }
        View::About(view) => ("growth", &view.content.hero.eyebrow, &view.content.hero.title, Vec::new()),
        View::Services(view) => {
            ("service_cloud", &view.content.hero.eyebrow, &view.content.hero.title, Vec::new())
        }
        View::Service(view) => (of_service(view.page), &view.name, &view.hero.title, view.hero.facts.clone()),
        View::Blog(view) if view.query.is_empty() => {
            (of_list(view), &view.content.eyebrow, &view.title, Vec::new())
        }
        View::Article(view) => {
            let post = &view.post;
            let category = post.category.as_ref().map_or("", |category| &category.label);
            let facts = [&post.author, &post.date.text, &post.read_time].map(Clone::clone);
            (of_cover(post.cover), category, &post.title, facts.to_vec())
        }
        View::Newsletter(view) if !view.form.done => {
            ("cover_automation", "", &view.content.title, Vec::new())
        }
        View::Contact(ContactView { content, .. }) => {
            let facts = vec![company.phone.clone(), company.email.clone()];
            ("service_support", &content.hero.eyebrow, &content.hero.title, facts)
        }
        View::Auth(view) => ("service_security", "", &view.content.title, Vec::new()),
        View::Legal(view) => ("cover_security", "", &view.title, vec![view.version.clone()]),
        _ => return None,
    })
}

fn of_service(page: ServicePage) -> &'static str {
    match page {
        ServicePage::Support => "service_support",
        ServicePage::Security => "service_security",
        ServicePage::Cloud => "service_cloud",
        ServicePage::Development => "service_development",
        ServicePage::Erp => "service_erp",
        ServicePage::Database => "service_database",
    }
}

fn of_cover(cover: Cover) -> &'static str {
    match cover {
        Cover::Cloud => "cover_cloud",
        Cover::Security => "cover_security",
        Cover::Ai => "cover_ai",
        Cover::Automation => "cover_automation",
        Cover::Backup => "cover_backup",
        Cover::Monitoring => "cover_monitoring",
    }
}

/// A list of one subject has the drawing of a post on it.
fn of_list(view: &BlogView) -> &'static str {
    let all = view.title == view.content.title;
    if all { "cover_monitoring" } else { of_cover(Cover::of(&view.title)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_facts_are_left_out_of_a_card() {
        let facts = |facts: &[&str]| known(facts.iter().map(ToString::to_string).collect(), "Soluções");
        assert_eq!(facts(&["", "contato@exemplo.com.br"]), ["contato@exemplo.com.br"]);
        assert_eq!(facts(&["", " "]), ["Soluções"]);
    }
}
