//! The SQL on `reply_templates`.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, Order, QuerySelect, Select,
    entity::prelude::*,
    sea_query::LikeExpr,
};

use self::rows::{Column, Entity};
use super::{ReplyTemplate, TemplateFields};
use crate::platform::{
    clock::Timestamp,
    db::{
        pages,
        stored::Stored,
        trash::{self, Record},
    },
    error::Result,
    http::Version,
    paging::TimeCursor,
    text,
};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "reply_templates")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub name: String,
        pub text: String,
        pub search: String,
        pub version: i32,
        pub created_at: DateTimeUtc,
        pub updated_at: DateTimeUtc,
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
    const UPDATED_AT: Option<Column> = Some(Column::UpdatedAt);
}

impl Stored for ReplyTemplate {
    type Rows = Entity;

    async fn from_rows(_: &impl ConnectionTrait, rows: Vec<rows::Model>) -> Result<Vec<(Version, Self)>> {
        Ok(rows.into_iter().map(versioned).collect())
    }
}

fn versioned(row: rows::Model) -> (Version, ReplyTemplate) {
    let rows::Model { id, name, text, version, created_at, updated_at, deleted_at, .. } = row;
    (Version(version), ReplyTemplate { id, name, text, created_at, updated_at, deleted_at })
}

/// Lists one page of the templates outside the trash, newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    search: Option<&str>,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<ReplyTemplate>> {
    let query = pages::sorted_after(found(search), (Column::CreatedAt, Column::Id), Order::Desc, after);
    let rows = query.limit(limit).all(connection).await?;
    Ok(rows.into_iter().map(|row| versioned(row).1).collect())
}

/// Counts the templates outside the trash that match the search.
pub async fn count(connection: &impl ConnectionTrait, search: Option<&str>) -> Result<u64> {
    Ok(found(search).count(connection).await?)
}

fn found(search: Option<&str>) -> Select<Entity> {
    let query = trash::present::<Entity>();
    match search.filter(|search| !search.trim().is_empty()) {
        Some(search) => {
            query.filter(Column::Search.like(LikeExpr::new(text::like_pattern(search)).escape('\\')))
        }
        None => query,
    }
}

/// Stores a new template.
pub async fn create(
    connection: &impl ConnectionTrait,
    id: Uuid,
    fields: &TemplateFields,
    now: Timestamp,
) -> Result<(Version, ReplyTemplate)> {
    let row =
        rows::ActiveModel { id: Set(id), version: Set(1), created_at: Set(now), ..columns(fields, now) };
    Ok(versioned(row.insert(connection).await?))
}

/// Stores the fields of a locked template, and raises its version.
pub async fn update(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    fields: &TemplateFields,
    now: Timestamp,
) -> Result<(Version, ReplyTemplate)> {
    let row = rows::ActiveModel { id: Unchanged(id), version: Set(version.next().0), ..columns(fields, now) };
    Ok(versioned(row.update(connection).await?))
}

fn columns(fields: &TemplateFields, now: Timestamp) -> rows::ActiveModel {
    rows::ActiveModel {
        name: Set(fields.name.clone()),
        text: Set(fields.text.clone()),
        search: Set(fields.search_text()),
        updated_at: Set(now),
        ..Default::default()
    }
}
