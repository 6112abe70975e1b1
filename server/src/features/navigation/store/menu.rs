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
        link::Destination,
        menu::model::{Details, MenuItem},
        target::{LinkTarget, Places},
    },
    platform::{
        clock::Timestamp,
        db::{
            order::{self, Ordered},
            trash::{self, Record},
        },
        error::Result,
        http::Version,
        id,
    },
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
        row.target.clone().map(serde_json::from_value).transpose().context("where a menu item leads")?;
    Ok(Destination { url: row.url.clone(), target })
}

/// Entries as they are today, wherever what they lead to has gone.
async fn resolved(connection: &impl ConnectionTrait, rows: Vec<Model>) -> Result<Vec<(Version, MenuItem)>> {
    let destinations = rows.iter().map(destination).collect::<Result<Vec<_>>>()?;
    let targets = destinations.iter().filter_map(|destination| destination.target);
    let places = Places::read(connection, targets).await?;
    let all = rows.into_iter().zip(destinations).map(|(row, destination)| {
        let place = destination.place(&places);
        let item = MenuItem {
            id: row.id,
            parent_id: row.parent_id,
            label: row.label,
            url: place.url,
            target: destination.target,
            is_public: place.is_public,
            icon: row.icon,
            order: row.position,
            is_active: row.is_active,
            has_submenu: row.has_submenu,
            updated_at: row.updated_at,
            deleted_at: row.deleted_at,
            destination,
        };
        (Version(row.version), item)
    });
    Ok(all.collect())
}

async fn resolved_one(connection: &impl ConnectionTrait, row: Model) -> Result<(Version, MenuItem)> {
    Ok(resolved(connection, vec![row]).await?.pop().context("a menu item for its row")?)
}

async fn items(connection: &impl ConnectionTrait, rows: Vec<Model>) -> Result<Vec<MenuItem>> {
    Ok(resolved(connection, rows).await?.into_iter().map(|(_, item)| item).collect())
}

fn in_order() -> Select<Entity> {
    Entity::find().order_by_asc(Column::Position).order_by_asc(Column::Id)
}

fn beside(parent_id: Option<Uuid>) -> Select<Entity> {
    match parent_id {
        Some(parent) => in_order().filter(Column::ParentId.eq(parent)),
        None => in_order().filter(Column::ParentId.is_null()),
    }
}

/// Every entry but those in the trash and what is below them: each of the menu, then those of its submenu.
pub async fn list(connection: &impl ConnectionTrait) -> Result<Vec<MenuItem>> {
    let rows = in_order().filter(Column::DeletedAt.is_null()).all(connection).await?;
    let (tops, below): (Vec<_>, Vec<_>) =
        items(connection, rows).await?.into_iter().partition(|item| item.parent_id.is_none());
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

/// The entries of the menu itself, or of one submenu.
pub async fn list_beside(
    connection: &impl ConnectionTrait,
    parent_id: Option<Uuid>,
) -> Result<Vec<MenuItem>> {
    let rows = beside(parent_id).filter(Column::DeletedAt.is_null()).all(connection).await?;
    items(connection, rows).await
}

/// Lists the records in the trash, the latest deletion first.
pub async fn list_deleted(connection: &impl ConnectionTrait, limit: u64) -> Result<Vec<MenuItem>> {
    items(connection, trash::list_deleted::<Entity>(connection, limit).await?).await
}

pub async fn count_deleted(connection: &impl ConnectionTrait) -> Result<u64> {
    trash::count_deleted::<Entity>(connection).await
}

pub async fn count(connection: &impl ConnectionTrait) -> Result<u64> {
    trash::count::<Entity>(connection).await
}

/// Returns whether there is any record, in the trash or not.
pub async fn has_any(connection: &impl ConnectionTrait) -> Result<bool> {
    Ok(Entity::find().one(connection).await?.is_some())
}

/// Finds a record outside the trash.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, MenuItem)>> {
    let Some(row) = trash::find::<Entity>(connection, id).await? else { return Ok(None) };
    Ok(Some(resolved_one(connection, row).await?))
}

/// Finds a record, in the trash or not, and locks it until the transaction ends.
pub async fn find_for_update(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(Version, MenuItem)>> {
    let Some(row) = trash::find_for_update::<Entity>(connection, id).await? else { return Ok(None) };
    Ok(Some(resolved_one(connection, row).await?))
}

/// At the end of the menu, or of the submenu of `parent_id`.
pub async fn create(
    connection: &impl ConnectionTrait,
    parent_id: Option<Uuid>,
    details: Details,
    now: Timestamp,
) -> Result<(Version, MenuItem)> {
    let position = order::next_position(connection, beside(parent_id)).await?;
    let mut row = fields(details, now)?;
    row.id = Set(id::new_id(now));
    row.parent_id = Set(parent_id);
    row.position = Set(position);
    row.version = Set(1);
    resolved_one(connection, row.insert(connection).await?).await
}

pub async fn update(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    details: Details,
    now: Timestamp,
) -> Result<(Version, MenuItem)> {
    let mut row = fields(details, now)?;
    row.id = Unchanged(id);
    row.version = Set(version.0 + 1);
    resolved_one(connection, row.update(connection).await?).await
}

fn fields(details: Details, now: Timestamp) -> Result<ActiveModel> {
    let Destination { url, target } = details.destination;
    let target = target.map(serde_json::to_value).transpose().context("where a menu item leads")?;
    Ok(ActiveModel {
        label: Set(details.label),
        url: Set(url),
        target: Set(target),
        icon: Set(details.icon),
        is_active: Set(details.is_active),
        has_submenu: Set(details.has_submenu),
        updated_at: Set(Some(now)),
        ..Default::default()
    })
}

/// Sorts the menu or a submenu.
pub async fn reorder(connection: &impl ConnectionTrait, parent_id: Option<Uuid>, ids: &[Uuid]) -> Result<()> {
    order::reorder(connection, beside(parent_id), ids).await
}

/// Moves a menu item to the trash or restores it.
pub async fn set_deleted(
    connection: &impl ConnectionTrait,
    id: Uuid,
    deleted: bool,
    now: Timestamp,
) -> Result<(Version, MenuItem)> {
    let changed = trash::set_deleted::<Entity>(connection, id, deleted, now).await?;
    resolved_one(connection, changed.context("a menu item that was found before")?).await
}

pub async fn purge(connection: &impl ConnectionTrait, deadline: Timestamp) -> Result<u64> {
    trash::purge::<Entity>(connection, deadline).await
}
