//! The SQL on `posts` in the trash.

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

/// Lists one page of the posts in the trash, most recently deleted first.
pub async fn list(
    connection: &impl ConnectionTrait,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Post>> {
    let columns = (Column::DeletedAt, Column::Id);
    let query = pages::sorted_after(trash::deleted::<posts::Entity>(), columns, Order::Desc, after);
    read_posts(connection, query.limit(limit)).await
}

/// Counts the posts in the trash.
pub async fn count(connection: &impl ConnectionTrait) -> Result<u64> {
    trash::count_deleted::<posts::Entity>(connection).await
}

/// Moves a post to the trash (`deleted`) or restores it.
pub async fn set_deleted(
    connection: &impl ConnectionTrait,
    id: Uuid,
    deleted: bool,
    now: Timestamp,
) -> Result<(Version, Post)> {
    trash::set_deleted::<posts::Entity>(connection, id, deleted, now).await?;
    require_post(connection, id).await
}

/// Deletes the posts that were moved to the trash before `deleted_before`, with their history. Returns their number. The path
/// of a post that was ever published still answers 410.
pub async fn purge(connection: &impl ConnectionTrait, deleted_before: Timestamp) -> Result<u64> {
    // Locked, so that a post that is being restored isn't deleted.
    let expired = posts::Entity::find().filter(Column::DeletedAt.lt(deleted_before)).lock_exclusive();
    let expired = expired.all(connection).await?;
    for post in &expired {
        if post.published_at.is_some() {
            remember_slug(connection, &post.slug, None).await?;
        }
        let id = post.id.to_string();
        history::store::delete(connection, history_subject(&id)).await?;
        posts::Entity::delete_by_id(post.id).exec(connection).await?;
    }
    Ok(expired.len() as u64)
}
