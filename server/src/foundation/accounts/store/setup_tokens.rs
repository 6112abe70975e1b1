//! The one-time links of the first start: all SQL on `setup_tokens`.

use chrono::TimeDelta;
use sea_orm::{ActiveValue::Set, entity::prelude::*};

use crate::platform::{clock::Timestamp, error::Result};

/// It may stay in a log for longer. Each start prints a new one for as long as there is no administrator.
const LIFETIME: TimeDelta = TimeDelta::hours(24);
/// Replicas that start together each print one, and nobody knows whose log is read.
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

/// Only the newest setup link works, and those made together with it.
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

/// Uses up a setup link, and with it every other. Of two at the same moment one gets `true`.
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
