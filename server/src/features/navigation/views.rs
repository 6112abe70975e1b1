//! Selects the parts of the menu and the footer that visitors see.

use super::{
    footer::model::{FooterSection, FooterSectionType},
    menu::model::MenuItem,
};
use crate::features::pages::content::Link;

/// An item of the menu with the public items of its submenu.
#[derive(Debug)]
pub struct PublicMenuItem {
    pub link: Link,
    pub children: Vec<Link>,
}

/// Whether the settings have contact data and social profiles, which sections of the footer show.
#[derive(Clone, Copy, Debug)]
pub struct SettingsContent {
    pub has_contact: bool,
    pub has_social: bool,
}

/// A section of the footer, with its public links only.
#[derive(Debug)]
pub struct PublicSection {
    pub title: String,
    pub kind: FooterSectionType,
    pub description: Option<String>,
    pub links: Vec<Link>,
}

/// Returns the items that visitors see, each followed by the public items of its submenu. An item with a public submenu is
/// public, even if its own link isn't. `items` has none from the trash.
#[must_use]
pub fn public_items(items: &[MenuItem]) -> Vec<&MenuItem> {
    let active = |parent| items.iter().filter(move |item| item.parent_id == parent && item.fields.is_active);
    let mut public = Vec::new();
    for item in active(None) {
        let submenu = active(Some(item.id)).filter(|child| item.fields.has_submenu && child.is_public);
        let submenu: Vec<&MenuItem> = submenu.collect();
        if item.is_public || !submenu.is_empty() {
            public.push(item);
            public.extend(submenu);
        }
    }
    public
}

/// Returns the public menu.
#[must_use]
pub fn menu(items: &[MenuItem]) -> Vec<PublicMenuItem> {
    let mut menu: Vec<PublicMenuItem> = Vec::new();
    for item in public_items(items) {
        match menu.last_mut() {
            Some(parent) if item.parent_id.is_some() => parent.children.push(link(item)),
            _ => menu.push(PublicMenuItem { link: link(item), children: Vec::new() }),
        }
    }
    menu
}

/// Returns the sections that visitors see, with their public links only. `sections` has none from the trash.
#[must_use]
pub fn public_sections(sections: &[FooterSection]) -> Vec<FooterSection> {
    let mut public: Vec<FooterSection> =
        sections.iter().filter(|section| section.fields.is_active).cloned().collect();
    for section in &mut public {
        section.content.links.iter_mut().for_each(|links| links.retain(|link| link.is_public));
    }
    public
}

/// Returns the public footer, without sections that would have a title only.
#[must_use]
pub fn footer(sections: &[FooterSection], settings: SettingsContent) -> Vec<PublicSection> {
    let public = public_sections(sections).into_iter().map(|section| PublicSection {
        title: section.fields.title,
        kind: section.fields.kind,
        description: section.content.description,
        links: section
            .content
            .links
            .into_iter()
            .flatten()
            .map(|link| Link { label: link.label, url: link.url })
            .collect(),
    });
    public.filter(|section| has_content(section, settings)).collect()
}

fn has_content(section: &PublicSection, settings: SettingsContent) -> bool {
    match section.kind {
        FooterSectionType::Links => !section.links.is_empty(),
        FooterSectionType::Contact => settings.has_contact,
        FooterSectionType::Social => settings.has_social,
        // It also shows the company's name.
        FooterSectionType::Text => true,
    }
}

/// Returns the link of an item. Its label starts with the icon.
fn link(item: &MenuItem) -> Link {
    let label = match &item.fields.icon {
        Some(icon) => format!("{icon} {}", item.fields.label),
        None => item.fields.label.clone(),
    };
    Link { label, url: item.url.clone() }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn item(id: u128, parent: Option<u128>, label: &str) -> MenuItem {
        let mut item = MenuItem::unsaved(parent.map(Uuid::from_u128));
        item.id = Uuid::from_u128(id);
        item.url = format!("/{label}");
        item.fields.label = label.to_owned();
        item.fields.has_submenu = parent.is_none();
        item
    }

    fn labels(items: &[MenuItem]) -> Vec<(String, Vec<String>)> {
        let texts = |links: Vec<Link>| links.into_iter().map(|link| link.label).collect();
        menu(items).into_iter().map(|item| (item.link.label, texts(item.children))).collect()
    }

    #[test]
    fn submenu_is_shown_only_if_enabled() {
        let mut items = vec![item(1, None, "a"), item(2, Some(1), "b"), item(3, Some(1), "c")];
        items[2].fields.is_active = false;
        items[1].fields.icon = Some("📞".to_owned());
        assert_eq!(labels(&items), [("a".to_owned(), vec!["📞 b".to_owned()])]);
        assert_eq!(public_items(&items).len(), 2);
        items[0].fields.has_submenu = false;
        assert_eq!(labels(&items), [("a".to_owned(), Vec::new())]);
        assert_eq!(public_items(&items).len(), 1);
    }

    #[test]
    fn footer_sections_without_content_are_left_out() {
        let sections = [
            FooterSectionType::Links,
            FooterSectionType::Contact,
            FooterSectionType::Social,
            FooterSectionType::Text,
        ]
        .map(|kind| {
            let mut section = FooterSection::unsaved();
            section.fields.kind = kind;
            section
        });
        let kinds = |has_contact, has_social| -> Vec<FooterSectionType> {
            let footer = footer(&sections, SettingsContent { has_contact, has_social });
            footer.iter().map(|section| section.kind).collect()
        };
        assert_eq!(kinds(false, false), [FooterSectionType::Text]);
        assert_eq!(kinds(true, false), [FooterSectionType::Contact, FooterSectionType::Text]);
        assert_eq!(kinds(false, true), [FooterSectionType::Social, FooterSectionType::Text]);
    }

    #[test]
    fn items_without_a_public_link_or_submenu_are_left_out() {
        let mut items = vec![item(1, None, "a"), item(2, Some(1), "b")];
        items[1].is_public = false;
        assert_eq!(labels(&items), [("a".to_owned(), Vec::new())]);
        items[0].is_public = false;
        assert!(labels(&items).is_empty() && public_items(&items).is_empty());
        items[1].is_public = true;
        assert_eq!(labels(&items), [("a".to_owned(), vec!["b".to_owned()])]);
    }
}
