//! The menu and the footer as visitors see them.

use super::{
    footer::model::{FooterSection, FooterSectionType},
    menu::model::MenuItem,
};
use crate::features::pages::content::Link;

/// An entry of the menu, with its submenu.
#[derive(Debug)]
pub struct MenuEntry {
    pub link: Link,
    pub children: Vec<Link>,
}

/// A section of the footer, with its public links only.
#[derive(Debug)]
pub struct VisibleSection {
    pub title: String,
    pub kind: FooterSectionType,
    pub description: Option<String>,
    pub links: Vec<Link>,
}

/// `items` are in order. An entry with a submenu is a way to what is in it, wherever it leads itself.
#[must_use]
pub fn menu(items: &[MenuItem]) -> Vec<MenuEntry> {
    let shown = || items.iter().filter(|item| item.is_active && item.deleted_at.is_none());
    let entry = |item: &MenuItem| {
        let below = shown().filter(|child| item.has_submenu && child.parent_id == Some(item.id));
        let children: Vec<Link> = below.filter(|child| child.is_public).map(link).collect();
        (item.is_public || !children.is_empty()).then(|| MenuEntry { link: link(item), children })
    };
    shown().filter(|item| item.parent_id.is_none()).filter_map(entry).collect()
}

/// Those of `items` that visitors get from the API.
#[must_use]
pub fn shown_items(items: &[MenuItem]) -> Vec<MenuItem> {
    let entries = |parent| items.iter().filter(move |item| item.parent_id == parent && item.is_active);
    let mut shown = Vec::new();
    for item in entries(None) {
        let below = entries(Some(item.id)).filter(|child| item.has_submenu && child.is_public);
        let below: Vec<MenuItem> = below.cloned().collect();
        if item.is_public || !below.is_empty() {
            shown.push(item.clone());
            shown.extend(below);
        }
    }
    shown
}

/// `sections` are in order.
#[must_use]
pub fn footer(sections: &[FooterSection]) -> Vec<VisibleSection> {
    let shown = sections.iter().filter(|section| section.is_active && section.deleted_at.is_none());
    shown
        .map(|section| {
            let links = section.content.links.iter().flatten().filter(|link| link.is_public);
            VisibleSection {
                title: section.title.clone(),
                kind: section.kind,
                description: section.content.description.clone(),
                links: links.map(|link| Link { label: link.label.clone(), url: link.url.clone() }).collect(),
            }
        })
        .collect()
}

/// The icon is part of the words: the site's own code knows nothing of it.
fn link(item: &MenuItem) -> Link {
    let label = match &item.icon {
        Some(icon) => format!("{icon} {}", item.label),
        None => item.label.clone(),
    };
    Link { label, url: item.url.clone() }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn item(id: u128, parent: Option<u128>, label: &str) -> MenuItem {
        MenuItem {
            id: Uuid::from_u128(id),
            label: label.to_owned(),
            url: format!("/{label}"),
            has_submenu: parent.is_none(),
            ..MenuItem::drafted(parent.map(Uuid::from_u128))
        }
    }

    fn labels(items: &[MenuItem]) -> Vec<(String, Vec<String>)> {
        let texts = |links: Vec<Link>| links.into_iter().map(|link| link.label).collect();
        menu(items).into_iter().map(|entry| (entry.link.label, texts(entry.children))).collect()
    }

    #[test]
    fn a_submenu_is_shown_only_while_it_is_switched_on() {
        let mut items = vec![item(1, None, "a"), item(2, Some(1), "b"), item(3, Some(1), "c")];
        items[2].is_active = false;
        items[1].icon = Some("📞".to_owned());
        assert_eq!(labels(&items), [("a".to_owned(), vec!["📞 b".to_owned()])]);
        assert_eq!(shown_items(&items).len(), 2);
        items[0].has_submenu = false;
        assert_eq!(labels(&items), [("a".to_owned(), Vec::new())]);
        assert_eq!(shown_items(&items).len(), 1);
    }

    #[test]
    fn what_leads_nowhere_is_left_out() {
        let mut items = vec![item(1, None, "a"), item(2, Some(1), "b")];
        items[1].is_public = false;
        assert_eq!(labels(&items), [("a".to_owned(), Vec::new())]);
        items[0].is_public = false;
        assert!(labels(&items).is_empty() && shown_items(&items).is_empty());
        items[1].is_public = true;
        assert_eq!(labels(&items), [("a".to_owned(), vec!["b".to_owned()])]);
    }
}
