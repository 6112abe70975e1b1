//! SQL on deleted posts.

use anyhow::Context;
use sea_orm::{ConnectionTrait, Order, QuerySelect, entity::prelude::*};

use crate::{
    features::blog::{
        model::Post,
        store::{history_subject, read_posts, require_post},
        tables::posts::{self, Column},
        writing::store::remember_slug,
    },
    foundation::history,
    platform::{
        clock::Timestamp,
        db::{
            pages,
            trash::{self, Record},
        },
        error::Result,
        http::Version,
        paging::TimeCursor,
    },
};

impl Record for posts::Entity {
    const ID: Column = Column::Id;
    const VERSION: Column = Column::Version;
    const DELETED_AT: Column = Column::DeletedAt;
}

/// Lists the posts in the trash, the latest deletion first.
pub async fn list(
    connection: &impl ConnectionTrait,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Post>> {
    let columns = (Column::DeletedAt, Column::Id);
    let query = pages::sorted_after(trash::deleted::<posts::Entity>(), columns, Order::Desc, after);
    read_posts(connection, query.limit(limit)).await
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
    trash::set_deleted::<posts::Entity>(connection, id, deleted, now).await?;
    require_post(connection, id).await
}

/// Purges the posts that were moved to the trash before `deadline`. The paths of posts that were ever published keep
/// answering with 410. Returns the number of purged posts.
pub async fn purge(connection: &impl ConnectionTrait, deadline: Timestamp) -> Result<u64> {
    let old = posts::Entity::find().filter(Column::DeletedAt.lt(deadline)).all(connection).await?;
    for post in &old {
        if post.published_at.is_some() {
            remember_slug(connection, &post.slug, None).await?;
        }
        let id = post.id.to_string();
        history::store::delete(connection, history_subject(&id)).await?;
        posts::Entity::delete_by_id(post.id).exec(connection).await?;
    }
    u64::try_from(old.len()).context("a count").map_err(Into::into)
}
