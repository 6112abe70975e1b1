//! The SQL on `posts` that publishes and unpublishes them.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    Condition, ConnectionTrait, QueryOrder, QuerySelect,
    entity::prelude::*,
};

use crate::{
    features::blog::{
        model::{Post, PostSchedule},
        store::{self, require_post},
        tables::posts::{self, Column},
    },
    platform::{clock::Timestamp, error::Result, http::Version},
};

/// Maximum number of posts that one transaction changes, because a longer transaction would block other writers. The next
/// run changes the remaining posts.
const BATCH: u64 = 50;

/// Returns whether any post is due. The query runs every few seconds and uses an index.
pub async fn is_due(connection: &impl ConnectionTrait, now: Timestamp) -> Result<bool> {
    let first = posts::Entity::find().select_only().column(Column::Id).filter(due(now)).limit(1);
    let found: Option<Uuid> = first.into_tuple().one(connection).await?;
    Ok(found.is_some())
}

/// Lists due posts with their versions, and locks them until the transaction ends.
pub async fn due_for_update(
    connection: &impl ConnectionTrait,
    now: Timestamp,
) -> Result<Vec<(Version, Post)>> {
    let query = posts::Entity::find().filter(due(now)).order_by_asc(Column::Id).limit(BATCH);
    store::read_versioned(connection, query.lock_exclusive()).await
}

/// Returns the condition of posts that are due to be published or unpublished.
fn due(now: Timestamp) -> Condition {
    let publish = Condition::all().add(Column::PublishAt.lte(now)).add(Column::IsPublished.eq(false));
    let unpublish = Condition::all().add(Column::UnpublishAt.lte(now)).add(Column::IsPublished.eq(true));
    Condition::all().add(Column::DeletedAt.is_null()).add(Condition::any().add(publish).add(unpublish))
}

/// Publishes or unpublishes a post, and raises its version. A post that is published for the first time gets
/// `published_at` as its time of publication. Clears both scheduled times of an unpublished post, but only `publish_at`
/// of a published one.
pub async fn set_published(
    connection: &impl ConnectionTrait,
    (version, post): (Version, &Post),
    is_published: bool,
    published_at: Timestamp,
    now: Timestamp,
) -> Result<Post> {
    let schedule = PostSchedule {
        is_published,
        published_at: post.schedule.published_at.or(is_published.then_some(published_at)),
        publish_at: None,
        ..post.schedule
    };
    set_schedule(connection, (version, post), schedule, now).await
}

/// Sets the schedule of a post, and raises its version. A published post without a time of publication, or with one in the
/// future, gets the current time. Clears `publish_at` of a published post, and `unpublish_at` of a post that isn't published
/// before it.
pub async fn set_schedule(
    connection: &impl ConnectionTrait,
    (version, post): (Version, &Post),
    schedule: PostSchedule,
    now: Timestamp,
) -> Result<Post> {
    let PostSchedule { is_published, published_at, .. } = schedule;
    let publish_at = schedule.publish_at.filter(|_| !is_published);
    let will_be_public = is_published || publish_at.is_some();
    let unpublish_at =
        schedule.unpublish_at.filter(|end| will_be_public && publish_at.is_none_or(|start| start < *end));
    let row = posts::ActiveModel {
        id: Unchanged(post.id),
        is_published: Set(is_published),
        published_at: Set(published_at.or(is_published.then_some(now)).map(|time| time.min(now))),
        publish_at: Set(publish_at),
        unpublish_at: Set(unpublish_at),
        version: Set(version.next().0),
        updated_at: Set(now),
        ..Default::default()
    };
    row.update(connection).await?;
    Ok(require_post(connection, post.id).await?.1)
}
