//! All SQL on `menu_items`.

use std::collections::HashMap;

use anyhow::Context;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, QueryOrder, Select,
    entity::prelude::*,
};

use crate::{
    features::navigation::{
        links::{Destination, resolver::LinkResolver, target::LinkTarget},
        menu::model::{MenuItem, MenuItemFields},
    },
    platform::{
        clock::Timestamp,
        db::{
            order::{self, Ordered},
            stored::{self, Stored},
            trash::{self, Record},
        },
        error::Result,
        http::Version,
        id,
    },
};

pub mod menu_items {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "menu_items")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub parent_id: Option<Uuid>,
        pub label: String,
        pub url: String,
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub target: Option<Json>,
        pub icon: Option<String>,
        pub position: i32,
        pub is_active: bool,
        pub has_submenu: bool,
        pub version: i32,
        pub updated_at: Option<DateTimeUtc>,
        pub deleted_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use menu_items::{ActiveModel, Column, Entity, Model};

impl Record for Entity {
    const ID: Column = Column::Id;
    const VERSION: Column = Column::Version;
    const DELETED_AT: Column = Column::DeletedAt;
}

impl Ordered for Entity {
    const POSITION: Column = Column::Position;
}

fn destination(row: &Model) -> Result<Destination> {
    let target: Option<LinkTarget> =
        row.target.clone().map(serde_json::from_value).transpose().context("target of a menu item")?;
    Ok(Destination { url: row.url.clone(), target })
}

impl Stored for MenuItem {
    type Rows = Entity;

    async fn from_rows(connection: &impl ConnectionTrait, rows: Vec<Model>) -> Result<Vec<(Version, Self)>> {
        let destinations = rows.iter().map(destination).collect::<Result<Vec<_>>>()?;
        let targets = destinations.iter().filter_map(|destination| destination.target);
        let resolver = LinkResolver::read(connection, targets).await?;
        let items = rows.into_iter().zip(destinations);
        Ok(items
            .map(|(row, destination)| (Version(row.version), item(row, destination, &resolver)))
            .collect())
    }
}

fn item(row: Model, destination: Destination, resolver: &LinkResolver) -> MenuItem {
    let link = destination.resolve(resolver);
    MenuItem {
        id: row.id,
        parent_id: row.parent_id,
        url: link.url,
        target: destination.target,
        is_public: link.is_public,
        order: row.position,
        updated_at: row.updated_at,
        deleted_at: row.deleted_at,
        fields: MenuItemFields {
            label: row.label,
            icon: row.icon,
            is_active: row.is_active,
            has_submenu: row.has_submenu,
            destination,
        },
    }
}

fn in_order() -> Select<Entity> {
    Entity::find().order_by_asc(Column::Position).order_by_asc(Column::Id)
}

/// Selects the items of the menu itself or of one submenu in order, including those in the trash.
pub fn siblings(parent_id: Option<Uuid>) -> Select<Entity> {
    match parent_id {
        Some(parent) => in_order().filter(Column::ParentId.eq(parent)),
        None => in_order().filter(Column::ParentId.is_null()),
    }
}

/// Lists the items outside the trash in order, each followed by its submenu.
pub async fn list(connection: &impl ConnectionTrait) -> Result<Vec<MenuItem>> {
    let items: Vec<MenuItem> =
        stored::list(connection, in_order().filter(Column::DeletedAt.is_null())).await?;
    let (tops, below): (Vec<_>, Vec<_>) = items.into_iter().partition(|item| item.parent_id.is_none());
    let mut submenus: HashMap<Option<Uuid>, Vec<MenuItem>> = HashMap::new();
    for item in below {
        submenus.entry(item.parent_id).or_default().push(item);
    }
    let with_submenu = |item: MenuItem| {
        let own = submenus.remove(&Some(item.id)).unwrap_or_default();
        [vec![item], own].concat()
    };
    Ok(tops.into_iter().flat_map(with_submenu).collect())
}

/// Selects the items of the menu itself or of one submenu in order, without those in the trash.
pub fn present_siblings(parent_id: Option<Uuid>) -> Select<Entity> {
    siblings(parent_id).filter(Column::DeletedAt.is_null())
}

/// Returns whether there is any item, in the trash or not.
pub async fn has_any(connection: &impl ConnectionTrait) -> Result<bool> {
    Ok(Entity::find().one(connection).await?.is_some())
}

/// Adds an item at the end of the menu or of a submenu.
pub async fn create(
    connection: &impl ConnectionTrait,
    parent_id: Option<Uuid>,
    fields: MenuItemFields,
    now: Timestamp,
) -> Result<(Version, MenuItem)> {
    let position = order::next_position(connection, siblings(parent_id)).await?;
    let mut row = columns(fields, now)?;
    row.id = Set(id::new_id(now));
    row.parent_id = Set(parent_id);
    row.position = Set(position);
    row.version = Set(1);
    stored::from_row(connection, row.insert(connection).await?).await
}

pub async fn update(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    fields: MenuItemFields,
    now: Timestamp,
) -> Result<(Version, MenuItem)> {
    let mut row = columns(fields, now)?;
    row.id = Unchanged(id);
    row.version = Set(version.0 + 1);
    stored::from_row(connection, row.update(connection).await?).await
}

fn columns(fields: MenuItemFields, now: Timestamp) -> Result<ActiveModel> {
    let Destination { url, target } = fields.destination;
    let target = target.map(serde_json::to_value).transpose().context("target of a menu item")?;
    Ok(ActiveModel {
        label: Set(fields.label),
        url: Set(url),
        target: Set(target),
        icon: Set(fields.icon),
        is_active: Set(fields.is_active),
        has_submenu: Set(fields.has_submenu),
        updated_at: Set(Some(now)),
        ..Default::default()
    })
}

/// Purges the items that were moved to the trash before `deadline`. Returns their number.
pub async fn purge(connection: &impl ConnectionTrait, deadline: Timestamp) -> Result<u64> {
    trash::purge::<Entity>(connection, deadline).await
}
