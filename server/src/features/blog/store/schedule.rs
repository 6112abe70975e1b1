//! Posts whose time to come out, or to go, has come.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    Condition, ConnectionTrait, QueryOrder, QuerySelect,
    entity::prelude::*,
};

use super::{
    post,
    tables::posts::{self, Column},
    with_own_tags, with_tags,
};
use crate::{
    features::blog::model::Post,
    platform::{clock::Timestamp, error::Result},
};

/// More in one transaction would keep others from writing for too long; the rest is done the next time.
const AT_ONCE: u64 = 50;

/// Asked every few seconds: the answer is found in an index.
pub async fn is_due(connection: &impl ConnectionTrait, now: Timestamp) -> Result<bool> {
    let first = posts::Entity::find().select_only().column(Column::Id).filter(due(now)).limit(1);
    let found: Option<Uuid> = first.into_tuple().one(connection).await?;
    Ok(found.is_some())
}

/// Those it is time for, with the version that each has, locked until the transaction ends.
pub async fn due_for_update(connection: &impl ConnectionTrait, now: Timestamp) -> Result<Vec<(i32, Post)>> {
    let query = posts::Entity::find().filter(due(now)).order_by_asc(Column::Id).limit(AT_ONCE);
    let rows = query.lock_exclusive().all(connection).await?;
    let versions: Vec<i32> = rows.iter().map(|row| row.version).collect();
    let posts = with_tags(connection, rows.into_iter().map(post).collect()).await?;
    Ok(versions.into_iter().zip(posts).collect())
}

fn due(now: Timestamp) -> Condition {
    let to_come = Condition::all().add(Column::PublishAt.lte(now)).add(Column::IsPublished.eq(false));
    let to_go = Condition::all().add(Column::UnpublishAt.lte(now)).add(Column::IsPublished.eq(true));
    Condition::all().add(Column::DeletedAt.is_null()).add(Condition::any().add(to_come).add(to_go))
}

/// Shows a post to visitors as of `at`, or hides it. Nothing is planned for it any more, but that one which comes out may
/// still have to go.
pub async fn set_published(
    connection: &impl ConnectionTrait,
    (version, post): (i32, &Post),
    is_published: bool,
    at: Timestamp,
    now: Timestamp,
) -> Result<Post> {
    let row = posts::ActiveModel {
        id: Unchanged(post.id),
        is_published: Set(is_published),
        published_at: Set(post.published_at.or(is_published.then_some(at))),
        publish_at: Set(None),
        unpublish_at: Set(post.unpublish_at.filter(|_| is_published)),
        version: Set(version + 1),
        updated_at: Set(now),
        ..Default::default()
    };
    let row = row.update(connection).await?;
    with_own_tags(connection, row).await
}
