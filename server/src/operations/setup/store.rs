//! The SQL on `setup_tokens`, the single-use links of the first start.

use chrono::TimeDelta;
use sea_orm::{ActiveValue::Set, entity::prelude::*};

use self::rows::{ActiveModel, Column, Entity};
use crate::platform::{clock::Timestamp, error::Result};

/// Lifetime of a setup link. Each start prints a new one while there is no administrator.
const LIFETIME: TimeDelta = TimeDelta::hours(24);
/// Minimum age of the links that a new link replaces. Replicas that start at the same time each print a link, and all of these
/// links stay valid.
const MAX_REPLICA_DELAY: TimeDelta = TimeDelta::minutes(1);

mod rows {
    use sea_orm::entity::prelude::*;

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
}

/// Stores a setup link. Deletes earlier links, except those younger than [`MAX_REPLICA_DELAY`].
pub async fn replace(connection: &impl ConnectionTrait, token_hash: &str, now: Timestamp) -> Result<()> {
    Entity::delete_many().filter(Column::CreatedAt.lte(now - MAX_REPLICA_DELAY)).exec(connection).await?;
    let row = ActiveModel { token_hash: Set(token_hash.to_owned()), created_at: Set(now) };
    Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}

/// Returns whether the setup link is valid.
pub async fn exists(connection: &impl ConnectionTrait, token_hash: &str, now: Timestamp) -> Result<bool> {
    let found = Entity::find_by_id(token_hash).filter(Column::CreatedAt.gt(now - LIFETIME));
    Ok(found.one(connection).await?.is_some())
}

/// Deletes all setup links if this link is valid. Returns whether it was valid. Of two concurrent calls, only one returns
/// true.
pub async fn take(connection: &impl ConnectionTrait, token_hash: &str, now: Timestamp) -> Result<bool> {
    let valid = Entity::delete_many()
        .filter(Column::TokenHash.eq(token_hash))
        .filter(Column::CreatedAt.gt(now - LIFETIME));
    let was_valid = valid.exec(connection).await?.rows_affected == 1;
    if was_valid {
        delete_all(connection).await?;
    }
    Ok(was_valid)
}

/// Deletes all setup links.
pub async fn delete_all(connection: &impl ConnectionTrait) -> Result<()> {
    Entity::delete_many().exec(connection).await?;
    Ok(())
}
