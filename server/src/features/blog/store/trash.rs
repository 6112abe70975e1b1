//! Deleted posts, which stay in the trash for 30 days before they are purged.

use anyhow::Context;
use sea_orm::{ConnectionTrait, QuerySelect, entity::prelude::*};

use super::{
    page,
    tables::posts::{self, Column},
    with_own_tags, with_tags,
    writing::remember_slug,
};
use crate::{
    features::blog::model::Post,
    foundation::history::{self, model::Subject},
    platform::{
        clock::Timestamp,
        db::trash::{self, Record},
        error::Result,
        http::Version,
        paging::Cursor,
    },
};

impl Record for posts::Entity {
    const ID: Column = Column::Id;
    const VERSION: Column = Column::Version;
    const DELETED_AT: Column = Column::DeletedAt;
}

/// Lists the posts in the trash, the latest deletion first.
pub async fn list(connection: &impl ConnectionTrait, after: Option<Cursor>, limit: u64) -> Result<Vec<Post>> {
    let query = page(trash::deleted::<posts::Entity>(), Column::DeletedAt, true, after);
    with_tags(connection, query.limit(limit).into_partial_model::<Post>().all(connection).await?).await
}

pub async fn count(connection: &impl ConnectionTrait) -> Result<u64> {
    trash::count_deleted::<posts::Entity>(connection).await
}

/// Moves a post to the trash or restores it.
pub async fn set_deleted(
    connection: &impl ConnectionTrait,
    id: Uuid,
    deleted: bool,
    now: Timestamp,
) -> Result<(Version, Post)> {
    let changed = trash::set_deleted::<posts::Entity>(connection, id, deleted, now).await?;
    let row = changed.context("a post that was found before")?;
    Ok((Version(row.version), with_own_tags(connection, row).await?))
}

/// Deletes the posts that were moved to the trash before `deadline`. The addresses of published ones keep answering
/// with 410. Returns how many posts were deleted.
pub async fn purge(connection: &impl ConnectionTrait, deadline: Timestamp) -> Result<u64> {
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
