//! The SQL on `known_devices`.

use sea_orm::{ActiveValue::Set, QueryOrder, entity::prelude::*};

use super::delete_oldest_of;
use crate::platform::{clock::Timestamp, error::Result, id};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "known_devices")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub user_id: Uuid,
    pub token_hash: String,
    pub created_at: DateTimeUtc,
    pub last_seen_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Finds a device by the hash of its cookie.
pub async fn find(connection: &impl ConnectionTrait, token_hash: &str) -> Result<Option<Model>> {
    Ok(Entity::find().filter(Column::TokenHash.eq(token_hash)).one(connection).await?)
}

/// Lists the devices of a user, most recently seen first.
pub async fn list(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<Vec<Model>> {
    let own = Entity::find().filter(Column::UserId.eq(user_id)).order_by_desc(Column::LastSeenAt);
    Ok(own.all(connection).await?)
}

pub async fn create(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
    token_hash: String,
    now: Timestamp,
) -> Result<()> {
    let row = ActiveModel {
        id: Set(id::new_id(now)),
        user_id: Set(user_id),
        token_hash: Set(token_hash),
        created_at: Set(now),
        last_seen_at: Set(now),
    };
    Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}

/// Records a sign-in from the device. Returns false if the user has no such device.
pub async fn touch(
    connection: &impl ConnectionTrait,
    token_hash: &str,
    user_id: Uuid,
    now: Timestamp,
) -> Result<bool> {
    let touched = Entity::update_many()
        .col_expr(Column::LastSeenAt, Expr::value(now))
        .filter(Column::TokenHash.eq(token_hash))
        .filter(Column::UserId.eq(user_id))
        .exec(connection)
        .await?;
    Ok(touched.rows_affected == 1)
}

/// Deletes the devices of a user except the `keep` most recently seen ones.
pub async fn delete_oldest(connection: &impl ConnectionTrait, user_id: Uuid, keep: u64) -> Result<()> {
    let own = Entity::find().filter(Column::UserId.eq(user_id));
    delete_oldest_of(connection, own, (Column::Id, Column::LastSeenAt), keep).await
}

/// Deletes the devices of a user, except the one with the token hash `keep`, if set.
pub async fn delete_all(connection: &impl ConnectionTrait, user_id: Uuid, keep: Option<&str>) -> Result<()> {
    let mut all = Entity::delete_many().filter(Column::UserId.eq(user_id));
    if let Some(token_hash) = keep {
        all = all.filter(Column::TokenHash.ne(token_hash));
    }
    all.exec(connection).await?;
    Ok(())
}

/// Deletes the devices without a sign-in since `unseen_since`, and returns their number.
pub async fn delete_unseen(connection: &impl ConnectionTrait, unseen_since: Timestamp) -> Result<u64> {
    let old = Entity::delete_many().filter(Column::LastSeenAt.lt(unseen_since));
    Ok(old.exec(connection).await?.rows_affected)
}
