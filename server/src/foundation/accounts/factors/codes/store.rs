//! The SQL on `recovery_codes`.

use sea_orm::{ActiveValue::Set, entity::prelude::*, sea_query::Expr};

use crate::platform::{clock::Timestamp, error::Result, id};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "recovery_codes")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub user_id: Uuid,
    pub code_hash: String,
    pub used_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Replaces all codes of a user.
pub async fn replace(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
    code_hashes: Vec<String>,
    now: Timestamp,
) -> Result<()> {
    delete(connection, user_id).await?;
    let rows = code_hashes.into_iter().map(|code_hash| ActiveModel {
        id: Set(id::new_id(now)),
        user_id: Set(user_id),
        code_hash: Set(code_hash),
        used_at: Set(None),
    });
    Entity::insert_many(rows).exec_without_returning(connection).await?;
    Ok(())
}

/// Marks a code as used. Returns false if it is invalid or was used before. Of two concurrent calls, only one returns true.
pub async fn take(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
    code_hash: &str,
    now: Timestamp,
) -> Result<bool> {
    let updated = Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(now))
        .filter(Column::UserId.eq(user_id))
        .filter(Column::CodeHash.eq(code_hash))
        .filter(Column::UsedAt.is_null())
        .exec(connection)
        .await?;
    Ok(updated.rows_affected == 1)
}

/// Counts the unused codes of a user.
pub async fn count_unused(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<u64> {
    let unused = Entity::find().filter(Column::UserId.eq(user_id)).filter(Column::UsedAt.is_null());
    Ok(unused.count(connection).await?)
}

/// Deletes all codes of a user. Returns false if there were none.
pub async fn delete(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<bool> {
    let deleted = Entity::delete_many().filter(Column::UserId.eq(user_id)).exec(connection).await?;
    Ok(deleted.rows_affected > 0)
}
