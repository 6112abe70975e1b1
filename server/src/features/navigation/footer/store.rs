//! The SQL on `footer_sections`.

use anyhow::Context;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, QueryOrder, Select,
    entity::prelude::*,
};

use self::rows::{ActiveModel, Column, Entity, Model};
use crate::{
    features::navigation::{
        footer::model::{FooterSection, FooterSectionFields, FooterSectionType},
        links::resolver::LinkResolver,
    },
    foundation::settings,
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

impl Record for Entity {
    const ID: Column = Column::Id;
    const VERSION: Column = Column::Version;
    const DELETED_AT: Column = Column::DeletedAt;
}

impl Ordered for Entity {
    const POSITION: Column = Column::Position;
}

impl Stored for FooterSection {
    type Rows = Entity;

    async fn from_rows(connection: &impl ConnectionTrait, rows: Vec<Model>) -> Result<Vec<(Version, Self)>> {
        let all_fields = rows.iter().map(parse_fields).collect::<Result<Vec<_>>>()?;
        let links = all_fields.iter().flat_map(|fields| &fields.stored.links);
        let resolver = LinkResolver::read(connection, links.filter_map(|link| link.target)).await?;
        let contact = settings::store::contact(connection).await?;
        let sections = rows.into_iter().zip(all_fields).map(|(row, fields)| {
            let section = Self {
                id: row.id,
                content: fields.content(&resolver, &contact),
                fields,
                order: row.position,
                updated_at: row.updated_at,
                deleted_at: row.deleted_at,
            };
            (Version(row.version), section)
        });
        Ok(sections.collect())
    }
}

fn parse_fields(row: &Model) -> Result<FooterSectionFields> {
    let stored =
        serde_json::from_value(row.content.clone()).context("reading the content of a footer section")?;
    Ok(FooterSectionFields { title: row.title.clone(), kind: row.kind, is_active: row.is_active, stored })
}

/// Selects all sections in order, including those in the trash.
pub fn select_all() -> Select<Entity> {
    Entity::find().order_by_asc(Column::Position).order_by_asc(Column::Id)
}

/// Selects the sections outside the trash in order.
pub fn select_present() -> Select<Entity> {
    select_all().filter(Column::DeletedAt.is_null())
}

/// Lists the sections outside the trash in order.
pub async fn list(connection: &impl ConnectionTrait) -> Result<Vec<FooterSection>> {
    stored::list(connection, select_present()).await
}

/// Returns whether there is any section, in the trash or not.
pub async fn has_any(connection: &impl ConnectionTrait) -> Result<bool> {
    Ok(Entity::find().one(connection).await?.is_some())
}

/// Adds a section at the end of the footer.
pub async fn create(
    connection: &impl ConnectionTrait,
    id: Uuid,
    fields: FooterSectionFields,
    now: Timestamp,
) -> Result<(Version, FooterSection)> {
    let row = ActiveModel {
        id: Set(id),
        position: Set(order::next_position(connection, select_all()).await?),
        version: Set(1),
        ..columns(fields, now)?
    };
    stored::from_row(connection, row.insert(connection).await?).await
}

/// Stores the fields of a locked section, and raises its version.
pub async fn update(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    fields: FooterSectionFields,
    now: Timestamp,
) -> Result<(Version, FooterSection)> {
    let row = ActiveModel { id: Unchanged(id), version: Set(version.next().0), ..columns(fields, now)? };
    stored::from_row(connection, row.update(connection).await?).await
}

/// Returns a row with the columns of the fields.
fn columns(fields: FooterSectionFields, now: Timestamp) -> Result<ActiveModel> {
    Ok(ActiveModel {
        title: Set(fields.title),
        kind: Set(fields.kind),
        content: Set(serde_json::to_value(fields.stored).context("writing the content of a footer section")?),
        is_active: Set(fields.is_active),
        updated_at: Set(Some(now)),
        ..Default::default()
    })
}
