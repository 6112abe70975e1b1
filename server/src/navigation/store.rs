//! All SQL on `menu_items` and `footer_sections`.

use anyhow::Context;
use sea_orm::{ActiveValue::Set, ConnectionTrait, QueryOrder, entity::prelude::*};

use super::model::{Defaults, MenuEntry, Section};
use crate::{
    kit::{clock::Timestamp, error::Result, id},
    pages::documents::Link,
};

mod menu_items {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "menu_items")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub parent_id: Option<Uuid>,
        pub label: String,
        pub url: String,
        pub icon: Option<String>,
        pub position: i32,
        pub is_active: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod footer_sections {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "footer_sections")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub title: String,
        #[sea_orm(column_name = "type")]
        pub kind: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub content: Json,
        pub position: i32,
        pub is_active: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

const DEFAULTS: &str = include_str!("../../content/navigation.json");

/// The active entries of the main menu, in order.
pub async fn menu(connection: &impl ConnectionTrait) -> Result<Vec<MenuEntry>> {
    let rows = menu_items::Entity::find()
        .filter(menu_items::Column::IsActive.eq(true))
        .order_by_asc(menu_items::Column::Position)
        .all(connection)
        .await?;
    let (tops, children): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.parent_id.is_none());
    let children_of = |id| {
        let own = children.iter().filter(|row| row.parent_id == Some(id));
        own.map(|row| Link { label: row.label.clone(), url: row.url.clone() }).collect()
    };
    Ok(tops
        .into_iter()
        .map(|row| MenuEntry { children: children_of(row.id), label: row.label, url: row.url })
        .collect())
}

/// The active sections of the footer, in order.
pub async fn footer(connection: &impl ConnectionTrait) -> Result<Vec<Section>> {
    let rows = footer_sections::Entity::find()
        .filter(footer_sections::Column::IsActive.eq(true))
        .order_by_asc(footer_sections::Column::Position)
        .all(connection)
        .await?;
    rows.into_iter()
        .map(|row| {
            let kind = serde_json::from_value(row.kind.into()).context("a footer section's type")?;
            let content = serde_json::from_value(row.content).context("a footer section's content")?;
            Ok(Section { title: row.title, kind, content })
        })
        .collect()
}

/// Gives a database without menu and footer the default ones.
pub async fn seed(connection: &impl ConnectionTrait, now: Timestamp) -> anyhow::Result<()> {
    let has_menu = menu_items::Entity::find().one(connection).await?.is_some();
    if has_menu || footer_sections::Entity::find().one(connection).await?.is_some() {
        return Ok(());
    }
    let defaults: Defaults = serde_json::from_str(DEFAULTS)?;
    for (position, entry) in (1..).zip(defaults.menu) {
        let link = Link { label: entry.label, url: entry.url };
        let parent = seed_menu_item(connection, None, link, position, now).await?;
        for (position, child) in (1..).zip(entry.children) {
            seed_menu_item(connection, Some(parent), child, position, now).await?;
        }
    }
    for (position, section) in (1..).zip(defaults.footer) {
        let row = footer_sections::ActiveModel {
            id: Set(id::new_id(now)),
            title: Set(section.title),
            kind: Set(serde_json::to_value(section.kind)?.as_str().unwrap_or_default().to_owned()),
            content: Set(serde_json::to_value(section.content)?),
            position: Set(position),
            is_active: Set(true),
        };
        row.insert(connection).await?;
    }
    Ok(())
}

async fn seed_menu_item(
    connection: &impl ConnectionTrait,
    parent_id: Option<Uuid>,
    link: Link,
    position: i32,
    now: Timestamp,
) -> anyhow::Result<Uuid> {
    let id = id::new_id(now);
    let row = menu_items::ActiveModel {
        id: Set(id),
        parent_id: Set(parent_id),
        label: Set(link.label),
        url: Set(link.url),
        icon: Set(None),
        position: Set(position),
        is_active: Set(true),
    };
    row.insert(connection).await?;
    Ok(id)
}
