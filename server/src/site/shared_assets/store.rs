//! The SQL on `public_assets`.

use std::collections::HashMap;

use bytes::Bytes;
use sea_orm::{ActiveValue::Set, QuerySelect, entity::prelude::*, sea_query::OnConflict};

use self::rows::{ActiveModel, Column, Entity};
use crate::platform::{clock::Timestamp, error::Result};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "public_assets")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        /// Path of the file.
        pub name: String,
        pub is_brotli: bool,
        pub bytes: Vec<u8>,
        /// Time at which a process whose release has the file last marked it as used.
        pub seen_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Returns the time at which each file was last marked as used, by path.
pub async fn seen(connection: &impl ConnectionTrait) -> Result<HashMap<String, Timestamp>> {
    let rows = Entity::find().select_only().column(Column::Name).column(Column::SeenAt);
    Ok(rows.into_tuple::<(String, Timestamp)>().all(connection).await?.into_iter().collect())
}

/// Finds a file. Returns its bytes, and whether they are compressed with brotli.
pub async fn find(connection: &impl ConnectionTrait, path: &str) -> Result<Option<(Vec<u8>, bool)>> {
    // PostgreSQL refuses NUL in texts.
    if path.contains('\0') {
        return Ok(None);
    }
    let row = Entity::find_by_id(path).one(connection).await?;
    Ok(row.map(|row| (row.bytes, row.is_brotli)))
}

/// Stores a file, or marks it as used if another process has stored it.
pub async fn insert(
    connection: &impl ConnectionTrait,
    path: &str,
    bytes: &Bytes,
    is_brotli: bool,
    now: Timestamp,
) -> Result<()> {
    let row = ActiveModel {
        name: Set(path.to_owned()),
        is_brotli: Set(is_brotli),
        bytes: Set(bytes.to_vec()),
        seen_at: Set(now),
    };
    // Another process of the same release may start at the same time.
    let seen = OnConflict::column(Column::Name).update_column(Column::SeenAt).to_owned();
    Entity::insert(row).on_conflict(seen).exec_without_returning(connection).await?;
    Ok(())
}

/// Marks a file as used.
pub async fn mark_seen(connection: &impl ConnectionTrait, path: &str, now: Timestamp) -> Result<()> {
    let change = Entity::update_many().col_expr(Column::SeenAt, Expr::value(now));
    change.filter(Column::Name.eq(path)).exec(connection).await?;
    Ok(())
}

/// Deletes the files that were last marked as used before `seen_before`.
pub async fn delete_unseen(connection: &impl ConnectionTrait, seen_before: Timestamp) -> Result<()> {
    Entity::delete_many().filter(Column::SeenAt.lt(seen_before)).exec(connection).await?;
    Ok(())
}
