//! All SQL on `footer_sections`.

use std::collections::HashMap;

use anyhow::Context;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, QueryOrder, QuerySelect, Select,
    entity::prelude::*,
};

use crate::{
    features::navigation::{
        footer::model::{Details, FooterContent, FooterSection, FooterSectionType, StoredContent},
        link::{FooterLink, StoredLink},
        target::Places,
    },
    foundation::settings::{self, model::ContactInfo},
    platform::{clock::Timestamp, error::Result, http::Version, id, order::reordered},
};

mod footer_sections {
    use sea_orm::entity::prelude::*;

    use super::FooterSectionType;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "footer_sections")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub title: String,
        #[sea_orm(column_name = "type")]
        pub kind: FooterSectionType,
        #[sea_orm(column_type = "JsonBinary")]
        pub content: Json,
        pub position: i32,
        pub is_active: bool,
        pub version: i32,
        pub updated_at: Option<DateTimeUtc>,
        pub deleted_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use footer_sections::{ActiveModel, Column, Entity, Model};

/// What a section of this type shows.
#[must_use]
pub fn content(
    kind: FooterSectionType,
    stored: &StoredContent,
    places: &Places,
    contact: &ContactInfo,
) -> FooterContent {
    let link = |link: &StoredLink| {
        let place = link.destination().place(places);
        let StoredLink { label, target, .. } = link.clone();
        FooterLink { label, url: place.url, target, is_public: place.is_public }
    };
    match kind {
        FooterSectionType::Text => FooterContent {
            description: Some(stored.description.clone().unwrap_or_default()),
            ..FooterContent::default()
        },
        FooterSectionType::Links => {
            FooterContent { links: Some(stored.links.iter().map(link).collect()), ..FooterContent::default() }
        }
        FooterSectionType::Contact => FooterContent {
            phone: Some(contact.phone.clone()),
            email: Some(contact.email.clone()),
            address: Some(contact.address.clone()),
            ..FooterContent::default()
        },
        FooterSectionType::Social => FooterContent::default(),
    }
}

/// Sections as they are today, wherever what their links lead to has gone.
async fn resolved(
    connection: &impl ConnectionTrait,
    rows: Vec<Model>,
) -> Result<Vec<(Version, FooterSection)>> {
    let read =
        |row: &Model| serde_json::from_value(row.content.clone()).context("a footer section's content");
    let stored = rows.iter().map(read).collect::<anyhow::Result<Vec<StoredContent>>>()?;
    let targets = stored.iter().flat_map(|stored| &stored.links).filter_map(|link| link.target);
    let places = Places::read(connection, targets).await?;
    let contact = settings::store::contact(connection).await?;
    let all = rows.into_iter().zip(stored).map(|(row, stored)| {
        let section = FooterSection {
            id: row.id,
            title: row.title,
            kind: row.kind,
            content: content(row.kind, &stored, &places, &contact),
            order: row.position,
            is_active: row.is_active,
            updated_at: row.updated_at,
            deleted_at: row.deleted_at,
            stored,
        };
        (Version(row.version), section)
    });
    Ok(all.collect())
}

async fn resolved_one(connection: &impl ConnectionTrait, row: Model) -> Result<(Version, FooterSection)> {
    Ok(resolved(connection, vec![row]).await?.pop().context("a footer section for its row")?)
}

async fn sections(connection: &impl ConnectionTrait, rows: Vec<Model>) -> Result<Vec<FooterSection>> {
    Ok(resolved(connection, rows).await?.into_iter().map(|(_, section)| section).collect())
}

fn in_order() -> Select<Entity> {
    Entity::find().order_by_asc(Column::Position).order_by_asc(Column::Id)
}

/// Every section but those in the trash, in order.
pub async fn list(connection: &impl ConnectionTrait) -> Result<Vec<FooterSection>> {
    let rows = in_order().filter(Column::DeletedAt.is_null()).all(connection).await?;
    sections(connection, rows).await
}

/// What is in the trash, the newest there first.
pub async fn list_trash(connection: &impl ConnectionTrait, limit: u64) -> Result<Vec<FooterSection>> {
    let rows = Entity::find()
        .filter(Column::DeletedAt.is_not_null())
        .order_by_desc(Column::DeletedAt)
        .order_by_desc(Column::Id)
        .limit(limit);
    sections(connection, rows.all(connection).await?).await
}

pub async fn count_trash(connection: &impl ConnectionTrait) -> Result<u64> {
    Ok(Entity::find().filter(Column::DeletedAt.is_not_null()).count(connection).await?)
}

/// Whether there is or was any, in the trash too.
pub async fn has_any(connection: &impl ConnectionTrait) -> Result<bool> {
    Ok(Entity::find().one(connection).await?.is_some())
}

pub async fn count(connection: &impl ConnectionTrait) -> Result<u64> {
    Ok(Entity::find().filter(Column::DeletedAt.is_null()).count(connection).await?)
}

/// A section that isn't in the trash.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, FooterSection)>> {
    let row = Entity::find_by_id(id).filter(Column::DeletedAt.is_null()).one(connection).await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(resolved_one(connection, row).await?))
}

/// The section, locked until the transaction ends; one in the trash as well.
pub async fn find_for_update(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(Version, FooterSection)>> {
    let row = Entity::find_by_id(id).lock_exclusive().one(connection).await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(resolved_one(connection, row).await?))
}

/// At the end of the footer.
pub async fn create(
    connection: &impl ConnectionTrait,
    details: Details,
    now: Timestamp,
) -> Result<(Version, FooterSection)> {
    let last = in_order().all(connection).await?.last().map_or(0, |row| row.position);
    let mut row = fields(details, now)?;
    row.id = Set(id::new_id(now));
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
) -> Result<(Version, FooterSection)> {
    let mut row = fields(details, now)?;
    row.id = Unchanged(id);
    row.version = Set(version.0 + 1);
    resolved_one(connection, row.update(connection).await?).await
}

fn fields(details: Details, now: Timestamp) -> Result<ActiveModel> {
    Ok(ActiveModel {
        title: Set(details.title),
        kind: Set(details.kind),
        content: Set(serde_json::to_value(details.content).context("a footer section's content")?),
        is_active: Set(details.is_active),
        updated_at: Set(Some(now)),
        ..Default::default()
    })
}

/// Puts the sections into another order. Those in the trash keep their places, to come back to. A place is no part of
/// what a version counts: whoever edits a section meanwhile loses nothing.
pub async fn reorder(connection: &impl ConnectionTrait, ids: &[Uuid]) -> Result<()> {
    let rows = in_order().all(connection).await?;
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
) -> Result<(Version, FooterSection)> {
    let row = ActiveModel {
        id: Unchanged(id),
        deleted_at: Set(deleted_at),
        version: Set(version.0 + 1),
        ..Default::default()
    };
    resolved_one(connection, row.update(connection).await?).await
}

/// Empties the trash of what was put there before `deadline`.
pub async fn delete_trash(connection: &impl ConnectionTrait, deadline: Timestamp) -> Result<u64> {
    let old = Entity::delete_many().filter(Column::DeletedAt.lt(deadline));
    Ok(old.exec(connection).await?.rows_affected)
}
