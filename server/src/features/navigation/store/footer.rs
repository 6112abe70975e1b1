//! All SQL on `footer_sections`.

use anyhow::Context;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, QueryOrder, Select,
    entity::prelude::*,
};

use crate::{
    features::navigation::{
        footer::model::{Details, FooterContent, FooterSection, FooterSectionType, StoredContent},
        link::{FooterLink, StoredLink},
        target::Places,
    },
    foundation::settings::{self, model::ContactInfo},
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

impl Record for Entity {
    const ID: Column = Column::Id;
    const VERSION: Column = Column::Version;
    const DELETED_AT: Column = Column::DeletedAt;
}

impl Ordered for Entity {
    const POSITION: Column = Column::Position;
}

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

/// Lists the records in the trash, the latest deletion first.
pub async fn list_deleted(connection: &impl ConnectionTrait, limit: u64) -> Result<Vec<FooterSection>> {
    sections(connection, trash::list_deleted::<Entity>(connection, limit).await?).await
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
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, FooterSection)>> {
    let Some(row) = trash::find::<Entity>(connection, id).await? else { return Ok(None) };
    Ok(Some(resolved_one(connection, row).await?))
}

/// Finds a record, in the trash or not, and locks it until the transaction ends.
pub async fn find_for_update(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(Version, FooterSection)>> {
    let Some(row) = trash::find_for_update::<Entity>(connection, id).await? else { return Ok(None) };
    Ok(Some(resolved_one(connection, row).await?))
}

/// At the end of the footer.
pub async fn create(
    connection: &impl ConnectionTrait,
    details: Details,
    now: Timestamp,
) -> Result<(Version, FooterSection)> {
    let position = order::next_position(connection, in_order()).await?;
    let mut row = fields(details, now)?;
    row.id = Set(id::new_id(now));
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

/// Sorts the footer.
pub async fn reorder(connection: &impl ConnectionTrait, ids: &[Uuid]) -> Result<()> {
    order::reorder(connection, in_order(), ids).await
}

/// Moves a footer section to the trash or restores it.
pub async fn set_deleted(
    connection: &impl ConnectionTrait,
    id: Uuid,
    deleted: bool,
    now: Timestamp,
) -> Result<(Version, FooterSection)> {
    let changed = trash::set_deleted::<Entity>(connection, id, deleted, now).await?;
    resolved_one(connection, changed.context("a footer section that was found before")?).await
}

pub async fn purge(connection: &impl ConnectionTrait, deadline: Timestamp) -> Result<u64> {
    trash::purge::<Entity>(connection, deadline).await
}
