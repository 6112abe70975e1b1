//! Posts that staff have deleted: 30 days in the trash, then gone for good.

use anyhow::Context;
use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, QuerySelect,
    entity::prelude::*,
};

use super::{
    page,
    tables::posts::{self, Column},
    with_own_tags, with_tags,
    writing::remember_slug,
};
use crate::{
    features::blog::model::Post,
    foundation::history::{self, model::Subject},
    platform::{clock::Timestamp, error::Result, http::Version, paging::Cursor},
};

/// What is in the trash, the newest there first.
pub async fn list(connection: &impl ConnectionTrait, after: Option<Cursor>, limit: u64) -> Result<Vec<Post>> {
    let deleted = posts::Entity::find().filter(Column::DeletedAt.is_not_null());
    let query = page(deleted, Column::DeletedAt, true, after);
    with_tags(connection, query.limit(limit).into_partial_model::<Post>().all(connection).await?).await
}

pub async fn count(connection: &impl ConnectionTrait) -> Result<u64> {
    Ok(posts::Entity::find().filter(Column::DeletedAt.is_not_null()).count(connection).await?)
}

/// Into the trash, or out of it as it was.
pub async fn set_deleted(
    connection: &impl ConnectionTrait,
    id: Uuid,
    version: Version,
    deleted: bool,
    now: Timestamp,
) -> Result<(Version, Post)> {
    let row = posts::ActiveModel {
        id: Unchanged(id),
        deleted_at: Set(deleted.then_some(now)),
        version: Set(version.0 + 1),
        ..Default::default()
    };
    let row = row.update(connection).await?;
    Ok((Version(row.version), with_own_tags(connection, row).await?))
}

/// Empties the trash of what was put there before `deadline`. The addresses that visitors read such a post at go on
/// saying that it is gone.
pub async fn delete(connection: &impl ConnectionTrait, deadline: Timestamp) -> Result<u64> {
    let old = posts::Entity::find().filter(Column::DeletedAt.lt(deadline)).all(connection).await?;
    for post in &old {
        if post.published_at.is_some() {
            remember_slug(connection, &post.slug, None).await?;
        }
        let id = post.id.to_string();
        history::store::delete(connection, Subject { kind: "post", id: &id }).await?;
        posts::Entity::delete_by_id(post.id).exec(connection).await?;
    }
    u64::try_from(old.len()).context("a count").map_err(Into::into)
}
