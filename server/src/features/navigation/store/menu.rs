//! All SQL on `menu_items`.

use std::collections::HashMap;

use anyhow::Context;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, QueryOrder, QuerySelect, Select,
    entity::prelude::*,
};

use crate::{
    features::navigation::{
        link::Destination,
        menu::model::{Details, MenuItem},
        target::{LinkTarget, Places},
    },
    platform::{clock::Timestamp, error::Result, http::Version, id, order::reordered},
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

/// What is in the trash, the newest there first.
pub async fn list_trash(connection: &impl ConnectionTrait, limit: u64) -> Result<Vec<MenuItem>> {
    let rows = Entity::find()
        .filter(Column::DeletedAt.is_not_null())
        .order_by_desc(Column::DeletedAt)
        .order_by_desc(Column::Id)
        .limit(limit);
    items(connection, rows.all(connection).await?).await
}

pub async fn count_trash(connection: &impl ConnectionTrait) -> Result<u64> {
    Ok(Entity::find().filter(Column::DeletedAt.is_not_null()).count(connection).await?)
}

pub async fn count(connection: &impl ConnectionTrait) -> Result<u64> {
    Ok(Entity::find().filter(Column::DeletedAt.is_null()).count(connection).await?)
}

pub async fn has_any(connection: &impl ConnectionTrait) -> Result<bool> {
    Ok(Entity::find().one(connection).await?.is_some())
}

/// An entry that isn't in the trash.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, MenuItem)>> {
    let row = Entity::find_by_id(id).filter(Column::DeletedAt.is_null()).one(connection).await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(resolved_one(connection, row).await?))
}

/// The entry, locked until the transaction ends; one in the trash as well.
pub async fn find_for_update(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(Version, MenuItem)>> {
    let row = Entity::find_by_id(id).lock_exclusive().one(connection).await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(resolved_one(connection, row).await?))
}

/// At the end of the menu, or of the submenu of `parent_id`.
pub async fn create(
    connection: &impl ConnectionTrait,
    parent_id: Option<Uuid>,
    details: Details,
    now: Timestamp,
) -> Result<(Version, MenuItem)> {
    let last = beside(parent_id).all(connection).await?.last().map_or(0, |row| row.position);
    let mut row = fields(details, now)?;
    row.id = Set(id::new_id(now));
    row.parent_id = Set(parent_id);
    row.position = Set(last.saturating_add(1));
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

/// Puts the menu or a submenu into another order. Those in the trash keep their places, to come back to. A place is no
/// part of what a version counts: whoever edits an entry meanwhile loses nothing.
pub async fn reorder(connection: &impl ConnectionTrait, parent_id: Option<Uuid>, ids: &[Uuid]) -> Result<()> {
    let rows = beside(parent_id).all(connection).await?;
    let before: HashMap<Uuid, i32> = rows.iter().map(|row| (row.id, row.position)).collect();
    let all: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    for (position, id) in (1_i32..).zip(reordered(&all, ids)) {
        if before.get(&id) != Some(&position) {
            let row = ActiveModel { id: Unchanged(id), position: Set(position), ..Default::default() };
            row.update(connection).await?;
        }
    }
    Ok(())
}

/// Into the trash with `Some(now)`, out of it with `None`.
pub async fn set_deleted(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    deleted_at: Option<Timestamp>,
) -> Result<(Version, MenuItem)> {
    let row = ActiveModel {
        id: Unchanged(id),
        deleted_at: Set(deleted_at),
        version: Set(version.0 + 1),
        ..Default::default()
    };
    resolved_one(connection, row.update(connection).await?).await
}

/// Empties the trash of what was put there before `deadline`, with what is below it.
pub async fn delete_trash(connection: &impl ConnectionTrait, deadline: Timestamp) -> Result<u64> {
    let old = Entity::delete_many().filter(Column::DeletedAt.lt(deadline));
    Ok(old.exec(connection).await?.rows_affected)
}
