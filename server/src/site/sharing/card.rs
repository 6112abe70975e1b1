//! The content of the share picture of a page, and its version.

use sha2::{Digest, Sha256};

use crate::{
    features::{
        blog::{cover::Cover, views::BlogView},
        contacts::form::views::ContactView,
        services::model::ServicePage,
    },
    platform::id,
    site::{
        document::{Card, View},
        layout::LayoutCompany,
    },
};

/// Version of the pictures' design. Increment it with each change, so that cached pictures are drawn again.
const DESIGN_VERSION: u32 = 2;

/// Returns the card of a page. `None` for pages without a share picture.
#[must_use]
pub fn card(view: &View, company: &LayoutCompany, host: &str, accent_color: &str) -> Option<Card> {
    let (drawing, kicker, title, facts) = parts(view, company)?;
    Some(Card {
        drawing,
        kicker: kicker.to_owned(),
        title: title.to_owned(),
        facts: facts_or_tagline(facts, &company.tagline),
        company: company.name.clone(),
        logo: company.logo.as_ref().map(|logo| logo.url.clone()).unwrap_or_default(),
        host: host.to_owned(),
        accent_color: accent_color.to_owned(),
    })
}

/// Returns a hash of the card, which is part of the picture's URL.
#[must_use]
pub fn version(card: &Card) -> String {
    let json = serde_json::to_vec(&(DESIGN_VERSION, card)).expect("strings and numbers can be serialized");
    id::hex(&Sha256::digest(json)[..8])
}

/// Returns the facts that aren't blank, or the company's tagline if there are none.
fn facts_or_tagline(mut facts: Vec<String>, tagline: &str) -> Vec<String> {
    facts.retain(|fact| !fact.trim().is_empty());
    if facts.is_empty() {
        facts.push(tagline.to_owned());
    }
    facts
}

/// Drawing, kicker, title and facts of a card.
type CardParts<'a> = (&'static str, &'a str, &'a str, Vec<String>);

fn parts<'a>(view: &'a View, company: &'a LayoutCompany) -> Option<CardParts<'a>> {
    Some(match view {
        View::Home(view) => {
            let hero = &view.content.hero;
            ("landscape", &hero.eyebrow, &hero.title, hero.facts.clone())
        }
        View::About(view) => ("growth", &view.content.hero.eyebrow, &view.content.hero.title, Vec::new()),
        View::Services(view) => {
            ("service_cloud", &view.content.hero.eyebrow, &view.content.hero.title, Vec::new())
        }
        View::Service(view) => {
            (service_drawing(view.page), &view.name, &view.hero.title, view.hero.facts.clone())
        }
        View::Blog(view) if view.query.is_empty() => {
            (listing_drawing(view), &view.content.eyebrow, &view.title, Vec::new())
        }
        View::Article(view) => {
            let post = &view.post;
            let category = post.category.as_ref().map_or("", |category| &category.label);
            let facts = [&post.author, &post.date.text, &post.read_time].map(Clone::clone);
            (cover_drawing(post.cover), category, &post.title, facts.to_vec())
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

fn service_drawing(page: ServicePage) -> &'static str {
    match page {
        ServicePage::Support => "service_support",
        ServicePage::Security => "service_security",
        ServicePage::Cloud => "service_cloud",
        ServicePage::Development => "service_development",
        ServicePage::Erp => "service_erp",
        ServicePage::Database => "service_database",
    }
}

fn cover_drawing(cover: Cover) -> &'static str {
    match cover {
        Cover::Cloud => "cover_cloud",
        Cover::Security => "cover_security",
        Cover::Ai => "cover_ai",
        Cover::Automation => "cover_automation",
        Cover::Backup => "cover_backup",
        Cover::Monitoring => "cover_monitoring",
    }
}

/// Returns the drawing of a listing: the cover of its category or tag, or a fixed one for the list of all posts.
fn listing_drawing(view: &BlogView) -> &'static str {
    let is_all = view.title == view.content.title;
    if is_all { "cover_monitoring" } else { cover_drawing(Cover::of(&view.title)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_has_no_blank_facts() {
        let facts =
            |facts: &[&str]| facts_or_tagline(facts.iter().map(ToString::to_string).collect(), "Soluções");
        assert_eq!(facts(&["", "contato@exemplo.com.br"]), ["contato@exemplo.com.br"]);
        assert_eq!(facts(&["", " "]), ["Soluções"]);
    }
}
