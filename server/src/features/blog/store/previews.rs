//! Links that show a post to whoever has them, before it is published.

use sea_orm::{ActiveValue::Set, ConnectionTrait, entity::prelude::*, sea_query::OnConflict};

use super::tables::post_previews::{self, Column, Entity};
use crate::platform::{clock::Timestamp, error::Result};

/// The one link of a post from now on: another it may have had works no more.
pub async fn replace(
    connection: &impl ConnectionTrait,
    post_id: Uuid,
    token_hash: &str,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<()> {
    let row = post_previews::ActiveModel {
        post_id: Set(post_id),
        token_hash: Set(token_hash.to_owned()),
        created_at: Set(now),
        expires_at: Set(expires_at),
    };
    let instead = OnConflict::column(Column::PostId)
        .update_columns([Column::TokenHash, Column::CreatedAt, Column::ExpiresAt])
        .to_owned();
    Entity::insert(row).on_conflict(instead).exec_without_returning(connection).await?;
    Ok(())
}

/// Until when a post's link works, if it has one that does.
pub async fn find(
    connection: &impl ConnectionTrait,
    post_id: Uuid,
    now: Timestamp,
) -> Result<Option<Timestamp>> {
    let row = Entity::find_by_id(post_id).filter(Column::ExpiresAt.gt(now)).one(connection).await?;
    Ok(row.map(|row| row.expires_at))
}

/// The post that a link shows.
pub async fn find_post(
    connection: &impl ConnectionTrait,
    token_hash: &str,
    now: Timestamp,
) -> Result<Option<Uuid>> {
    let named = Entity::find().filter(Column::TokenHash.eq(token_hash)).filter(Column::ExpiresAt.gt(now));
    Ok(named.one(connection).await?.map(|row| row.post_id))
}

/// Says whether there was one.
pub async fn delete(connection: &impl ConnectionTrait, post_id: Uuid) -> Result<bool> {
    Ok(Entity::delete_by_id(post_id).exec(connection).await?.rows_affected > 0)
}

pub async fn delete_expired(connection: &impl ConnectionTrait, now: Timestamp) -> Result<u64> {
    Ok(Entity::delete_many().filter(Column::ExpiresAt.lte(now)).exec(connection).await?.rows_affected)
}
