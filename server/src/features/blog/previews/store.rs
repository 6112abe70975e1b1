//! The SQL on `post_previews`.

use sea_orm::{ActiveValue::Set, ConnectionTrait, entity::prelude::*, sea_query::OnConflict};

use self::rows::{Column, Entity};
use crate::platform::{clock::Timestamp, error::Result};

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "post_previews")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub post_id: Uuid,
        pub token_hash: String,
        pub created_at: DateTimeUtc,
        pub expires_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Stores the preview link of a post, and replaces the previous one.
pub async fn replace(
    connection: &impl ConnectionTrait,
    post_id: Uuid,
    token_hash: &str,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<()> {
    let row = rows::ActiveModel {
        post_id: Set(post_id),
        token_hash: Set(token_hash.to_owned()),
        created_at: Set(now),
        expires_at: Set(expires_at),
    };
    let replace = OnConflict::column(Column::PostId)
        .update_columns([Column::TokenHash, Column::CreatedAt, Column::ExpiresAt])
        .to_owned();
    Entity::insert(row).on_conflict(replace).exec_without_returning(connection).await?;
    Ok(())
}

/// Finds the expiry of the preview link of a post. `None` if the post has no link, or an expired one.
pub async fn find_expiry(
    connection: &impl ConnectionTrait,
    post_id: Uuid,
    now: Timestamp,
) -> Result<Option<Timestamp>> {
    let row = Entity::find_by_id(post_id).filter(Column::ExpiresAt.gt(now)).one(connection).await?;
    Ok(row.map(|row| row.expires_at))
}

/// Finds the id of the post that a preview link shows. `None` if the link is unknown or expired.
pub async fn find_post(
    connection: &impl ConnectionTrait,
    token_hash: &str,
    now: Timestamp,
) -> Result<Option<Uuid>> {
    let valid = Entity::find().filter(Column::TokenHash.eq(token_hash)).filter(Column::ExpiresAt.gt(now));
    Ok(valid.one(connection).await?.map(|row| row.post_id))
}

/// Deletes the preview link of a post, expired or not. Returns whether there was one.
pub async fn delete(connection: &impl ConnectionTrait, post_id: Uuid) -> Result<bool> {
    Ok(Entity::delete_by_id(post_id).exec(connection).await?.rows_affected > 0)
}

/// Deletes the expired preview links. Returns their number.
pub async fn delete_expired(connection: &impl ConnectionTrait, now: Timestamp) -> Result<u64> {
    Ok(Entity::delete_many().filter(Column::ExpiresAt.lte(now)).exec(connection).await?.rows_affected)
}
