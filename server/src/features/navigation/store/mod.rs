//! All SQL on `menu_items` and `footer_sections`.

pub mod footer;
pub mod menu;

use sea_orm::ConnectionTrait;
use serde::Deserialize;
use uuid::Uuid;

use super::{
    footer::model::{Details as SectionDetails, FooterSectionType, StoredContent},
    link::Destination,
    menu::model::Details as ItemDetails,
};
use crate::{features::pages::content::Link, platform::clock::Timestamp};

const DEFAULTS: &str = include_str!("../../../../content/navigation.json");

/// What a new database is given.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Defaults {
    menu: Vec<DefaultItem>,
    footer: Vec<DefaultSection>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DefaultItem {
    label: String,
    url: String,
    #[serde(default)]
    children: Vec<Link>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DefaultSection {
    title: String,
    #[serde(rename = "type")]
    kind: FooterSectionType,
    #[serde(default)]
    content: StoredContent,
}

/// Gives a database without menu and footer the default ones.
pub async fn seed(connection: &impl ConnectionTrait, now: Timestamp) -> anyhow::Result<()> {
    if menu::has_any(connection).await? || footer::has_any(connection).await? {
        return Ok(());
    }
    let defaults: Defaults = serde_json::from_str(DEFAULTS)?;
    for DefaultItem { label, url, children } in defaults.menu {
        let has_submenu = !children.is_empty();
        let parent = seed_item(connection, None, Link { label, url }, has_submenu, now).await?;
        for child in children {
            seed_item(connection, Some(parent), child, false, now).await?;
        }
    }
    for DefaultSection { title, kind, content } in defaults.footer {
        let details = SectionDetails { title, kind, content, is_active: true };
        footer::create(connection, details, now).await?;
    }
    Ok(())
}

async fn seed_item(
    connection: &impl ConnectionTrait,
    parent_id: Option<Uuid>,
    Link { label, url }: Link,
    has_submenu: bool,
    now: Timestamp,
) -> anyhow::Result<Uuid> {
    let destination = Destination { url, target: None };
    let details = ItemDetails { label, destination, icon: None, is_active: true, has_submenu };
    let (_, item) = menu::create(connection, parent_id, details, now).await?;
    Ok(item.id)
}
