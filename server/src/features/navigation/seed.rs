//! The default menu and footer of a new database.

use sea_orm::ConnectionTrait;
use serde::Deserialize;
use uuid::Uuid;

use super::{
    footer::{
        self,
        model::{FooterSectionFields, FooterSectionType, StoredContent},
    },
    links::Destination,
    menu::{self, model::MenuItemFields},
};
use crate::{
    features::pages::content::Link,
    platform::{clock::Timestamp, id},
};

const DEFAULTS: &str = include_str!("../../../content/navigation.json");

/// Content of `navigation.json`.
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

/// Creates the default menu and footer, unless there is any menu item or footer section, in the trash or not.
pub async fn seed(connection: &impl ConnectionTrait, now: Timestamp) -> anyhow::Result<()> {
    if menu::store::has_any(connection).await? || footer::store::has_any(connection).await? {
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
        let fields = FooterSectionFields { title, kind, is_active: true, stored: content };
        footer::store::create(connection, id::new_id(now), fields, now).await?;
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
    let fields = MenuItemFields { label, icon: None, is_active: true, has_submenu, destination };
    let (_, item) = menu::store::create(connection, id::new_id(now), parent_id, fields, now).await?;
    Ok(item.id)
}
