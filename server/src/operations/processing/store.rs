//! The SQL on `processing_record`, a table with one row.

use anyhow::Context;
use sea_orm::{ActiveValue::Set, ConnectionTrait, entity::prelude::*, sea_query::OnConflict};

use super::document::ProcessingAdditions;
use crate::platform::{clock::Timestamp, error::Result, http::Version};

/// Name of the row.
const NAME: &str = "additions";

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "processing_record")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub document: Json,
        pub version: i32,
        pub updated_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Returns the company's additions, with their version and the time of the last change. Before the first change, the
/// version is 0 and the time is `None`.
pub async fn find(
    connection: &impl ConnectionTrait,
) -> Result<(Version, ProcessingAdditions, Option<Timestamp>)> {
    let Some(row) = rows::Entity::find_by_id(NAME).one(connection).await? else {
        return Ok((Version(0), ProcessingAdditions::default(), None));
    };
    let additions = serde_json::from_value(row.document).context("reading the record of processing")?;
    Ok((Version(row.version), additions, Some(row.updated_at)))
}

/// Replaces the company's additions. `current` is their present version, which the caller has checked. Returns the new
/// version.
pub async fn update(
    connection: &impl ConnectionTrait,
    current: Version,
    additions: &ProcessingAdditions,
    now: Timestamp,
) -> Result<Version> {
    let version = Version(current.0 + 1);
    let row = rows::ActiveModel {
        name: Set(NAME.to_owned()),
        document: Set(serde_json::to_value(additions).context("writing the record of processing")?),
        version: Set(version.0),
        updated_at: Set(now),
    };
    let replace = OnConflict::column(rows::Column::Name)
        .update_columns([rows::Column::Document, rows::Column::Version, rows::Column::UpdatedAt])
        .to_owned();
    rows::Entity::insert(row).on_conflict(replace).exec_without_returning(connection).await?;
    Ok(version)
}
