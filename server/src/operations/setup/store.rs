//! The SQL on `setup_tokens`, the one-time links of the first start.

use chrono::TimeDelta;
use sea_orm::{ActiveValue::Set, entity::prelude::*};

use crate::platform::{clock::Timestamp, error::Result};

/// Lifetime of a setup link. Each start prints a new one while there is no administrator.
const LIFETIME: TimeDelta = TimeDelta::hours(24);
/// Time within which earlier links stay valid: replicas that start together each print one.
const TOGETHER: TimeDelta = TimeDelta::minutes(1);

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "setup_tokens")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub token_hash: String,
    pub created_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Stores a setup link and deletes earlier ones, except those created at about the same time.
pub async fn replace(connection: &impl ConnectionTrait, token_hash: &str, now: Timestamp) -> Result<()> {
    Entity::delete_many().filter(Column::CreatedAt.lte(now - TOGETHER)).exec(connection).await?;
    let row = ActiveModel { token_hash: Set(token_hash.to_owned()), created_at: Set(now) };
    Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}

pub async fn exists(connection: &impl ConnectionTrait, token_hash: &str, now: Timestamp) -> Result<bool> {
    let found = Entity::find_by_id(token_hash).filter(Column::CreatedAt.gt(now - LIFETIME));
    Ok(found.one(connection).await?.is_some())
}

/// Deletes the setup link and, if it was valid, all others. Of two concurrent calls, one returns true.
pub async fn take(connection: &impl ConnectionTrait, token_hash: &str, now: Timestamp) -> Result<bool> {
    let taken = Entity::delete_many()
        .filter(Column::TokenHash.eq(token_hash))
        .filter(Column::CreatedAt.gt(now - LIFETIME));
    let taken = taken.exec(connection).await?.rows_affected == 1;
    if taken {
        delete_all(connection).await?;
    }
    Ok(taken)
}

pub async fn delete_all(connection: &impl ConnectionTrait) -> Result<()> {
    Entity::delete_many().exec(connection).await?;
    Ok(())
}
