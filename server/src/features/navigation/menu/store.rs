//! The SQL on `menu_items`.

use std::collections::HashMap;

use anyhow::Context;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, QueryOrder, Select,
    entity::prelude::*,
};

use self::rows::{ActiveModel, Column, Entity, Model};
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
            trash::Record,
        },
        error::Result,
        http::Version,
    },
};

mod rows {
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

impl Record for Entity {
    const ID: Column = Column::Id;
    const VERSION: Column = Column::Version;
    const DELETED_AT: Column = Column::DeletedAt;
}

impl Ordered for Entity {
    const POSITION: Column = Column::Position;
}

impl Stored for MenuItem {
    type Rows = Entity;

    async fn from_rows(connection: &impl ConnectionTrait, rows: Vec<Model>) -> Result<Vec<(Version, Self)>> {
        let destinations = rows.iter().map(parse_destination).collect::<Result<Vec<_>>>()?;
        let targets = destinations.iter().filter_map(|destination| destination.target);
        let resolver = LinkResolver::read(connection, targets).await?;
        let items = rows.into_iter().zip(destinations);
        Ok(items
            .map(|(row, destination)| (Version(row.version), item(row, destination, &resolver)))
            .collect())
    }
}

fn parse_destination(row: &Model) -> Result<Destination> {
    let target: Option<LinkTarget> = row
        .target
        .clone()
        .map(serde_json::from_value)
        .transpose()
        .context("reading the target of a menu item")?;
    Ok(Destination { url: row.url.clone(), target })
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

/// Selects the items of the menu and all submenus in order, including those in the trash.
fn select_all() -> Select<Entity> {
    Entity::find().order_by_asc(Column::Position).order_by_asc(Column::Id)
}

/// Selects the items of the menu itself or of one submenu in order, including those in the trash.
pub fn select_siblings(parent_id: Option<Uuid>) -> Select<Entity> {
    match parent_id {
        Some(parent_id) => select_all().filter(Column::ParentId.eq(parent_id)),
        None => select_all().filter(Column::ParentId.is_null()),
    }
}

/// Selects the items of the menu itself or of one submenu in order, without those in the trash.
pub fn select_present_siblings(parent_id: Option<Uuid>) -> Select<Entity> {
    select_siblings(parent_id).filter(Column::DeletedAt.is_null())
}

/// Lists the items outside the trash in order. Each item is followed by its submenu. Leaves out a submenu whose parent is in
/// the trash.
pub async fn list(connection: &impl ConnectionTrait) -> Result<Vec<MenuItem>> {
    let items: Vec<MenuItem> =
        stored::list(connection, select_all().filter(Column::DeletedAt.is_null())).await?;
    let mut by_parent: HashMap<Option<Uuid>, Vec<MenuItem>> = HashMap::new();
    for item in items {
        by_parent.entry(item.parent_id).or_default().push(item);
    }
    let mut list = Vec::new();
    for item in by_parent.remove(&None).unwrap_or_default() {
        let submenu = by_parent.remove(&Some(item.id)).unwrap_or_default();
        list.push(item);
        list.extend(submenu);
    }
    Ok(list)
}

/// Returns whether there is any item, in the trash or not.
pub async fn has_any(connection: &impl ConnectionTrait) -> Result<bool> {
    Ok(Entity::find().one(connection).await?.is_some())
}

/// Adds an item at the end of the menu or of a submenu.
pub async fn create(
    connection: &impl ConnectionTrait,
    id: Uuid,
    parent_id: Option<Uuid>,
    fields: MenuItemFields,
    now: Timestamp,
) -> Result<(Version, MenuItem)> {
    let row = ActiveModel {
        id: Set(id),
        parent_id: Set(parent_id),
        position: Set(order::next_position(connection, select_siblings(parent_id)).await?),
        version: Set(1),
        ..columns(fields, now)?
    };
    stored::from_row(connection, row.insert(connection).await?).await
}

/// Stores the fields of a locked item, and raises its version.
pub async fn update(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    fields: MenuItemFields,
    now: Timestamp,
) -> Result<(Version, MenuItem)> {
    let row = ActiveModel { id: Unchanged(id), version: Set(version.next().0), ..columns(fields, now)? };
    stored::from_row(connection, row.update(connection).await?).await
}

/// Returns a row with the columns of the fields.
fn columns(fields: MenuItemFields, now: Timestamp) -> Result<ActiveModel> {
    let Destination { url, target } = fields.destination;
    let target = target.map(serde_json::to_value).transpose().context("writing the target of a menu item")?;
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
