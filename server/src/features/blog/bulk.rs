//! One action on many posts, in one transaction. Each changed post gets an audit event.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    model::{Post, PostSchedule},
    schedule::store::{set_published, set_schedule},
    store::find_for_update,
    trash::store::set_deleted,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::Writer,
        records::{self, SeenVersions},
    },
    platform::{
        clock::Timestamp,
        db::Transaction,
        error::{Error, Result},
        http::{JsonBody, Version},
        paging::MAX_LIMIT,
    },
};

/// What a bulk change does to each post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum PostAction {
    Publish,
    /// Unpublishes a post, or cancels its scheduled publication.
    Unpublish,
    /// Sets the schedule that a post had before, to undo another action.
    Schedule(PostSchedule),
    /// Moves to the trash.
    Delete,
    /// Restores from the trash.
    Restore,
}

/// A change of up to 100 posts.
#[derive(Deserialize, ToSchema)]
pub struct PostActions {
    /// 1 to 100 ids of posts. A repeated id has no further effect.
    #[serde(default)]
    #[schema(required)]
    pub ids: Vec<Uuid>,
    /// Versions of posts by id. Posts with another version are skipped, because they have changed since. An undo sends the versions
    /// after the change.
    #[serde(default)]
    pub versions: SeenVersions,
    #[serde(flatten)]
    pub action: PostAction,
}

/// The changes that undo another one: one for the posts that had the same schedule.
#[derive(Deserialize, ToSchema)]
pub struct PostUndo {
    pub changes: Vec<PostActions>,
}

/// A post before it was changed.
#[derive(Serialize, ToSchema)]
pub struct FormerPost {
    pub id: Uuid,
    /// Version after the change.
    pub version: i32,
    #[serde(flatten)]
    pub schedule: PostSchedule,
}

/// Publishes, unpublishes, schedules, deletes or restores several posts. Skips posts that don't exist or to which the action
/// doesn't apply. Returns the former values of the changed posts.
#[utoipa::path(post, path = "/api/blog/bulk", tag = "blog", operation_id = "change_posts",
    request_body = PostActions,
    responses((status = 200, body = Vec<FormerPost>)))]
pub async fn change_posts(
    staff: Writer,
    State(app): State<App>,
    JsonBody(change): JsonBody<PostActions>,
) -> Result<Json<Vec<FormerPost>>> {
    apply_all(&app, &staff, &[change]).await
}

/// Undoes a change of several posts: each gets its former values back. Takes up to 100 posts in several changes, of which either all
/// are made or none. A post in several of them gets the first one. Skips the same posts as a bulk change.
#[utoipa::path(post, path = "/api/blog/bulk/undo", tag = "blog", operation_id = "undo_post_changes",
    request_body = PostUndo,
    responses((status = 200, body = Vec<FormerPost>)))]
pub async fn undo_post_changes(
    staff: Writer,
    State(app): State<App>,
    JsonBody(PostUndo { changes }): JsonBody<PostUndo>,
) -> Result<Json<Vec<FormerPost>>> {
    apply_all(&app, &staff, &changes).await
}

async fn apply_all(app: &App, staff: &Writer, changes: &[PostActions]) -> Result<Json<Vec<FormerPost>>> {
    let count: usize = changes.iter().map(|change| change.ids.len()).sum();
    if changes.iter().any(|change| change.ids.is_empty()) || !(1..=MAX_LIMIT).contains(&(count as u64)) {
        return Err(Error::BadRequest("Escolha de 1 a 100 posts."));
    }
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let mut former = Vec::new();
    // Requests lock posts in the same order, which prevents deadlocks.
    for (id, PostActions { versions, action, .. }) in records::by_id(changes, |change| &change.ids) {
        let found = find_for_update(&*tx, id).await?;
        let Some((version, post)) = found.filter(|(version, _)| !versions.are_outdated(id, *version)) else {
            continue;
        };
        if let Some(event) = apply(&tx, *action, version, &post, app.clock.now()).await? {
            audit::record(app, &tx, &staff.actor(), event).await?;
            former.push(FormerPost { id, version: version.next().0, schedule: post.schedule });
        }
    }
    tx.commit().await?;
    Ok(Json(former))
}

/// Applies the action to one post. Returns the audit event of the change; `None` if the action doesn't apply to the post.
async fn apply(
    tx: &Transaction,
    action: PostAction,
    version: Version,
    post: &Post,
    now: Timestamp,
) -> Result<Option<Event>> {
    let is_deleted = post.deleted_at.is_some();
    let is_public_or_scheduled = post.schedule.is_published || post.schedule.publish_at.is_some();
    Ok(match action {
        PostAction::Publish if !is_deleted && !post.schedule.is_published => {
            let after = set_published(&**tx, (version, post), true, now, now).await?;
            Some(post.event(Action::PostPublished).changed(post, &after))
        }
        PostAction::Unpublish if !is_deleted && is_public_or_scheduled => {
            let after = set_published(&**tx, (version, post), false, now, now).await?;
            Some(post.event(Action::PostUnpublished).changed(post, &after))
        }
        PostAction::Schedule(schedule) if !is_deleted && schedule != post.schedule => {
            let after = set_schedule(&**tx, (version, post), schedule, now).await?;
            let action = match (post.schedule.is_published, after.schedule.is_published) {
                (false, true) => Action::PostPublished,
                (true, false) => Action::PostUnpublished,
                _ => Action::PostUpdated,
            };
            Some(post.event(action).changed(post, &after))
        }
        PostAction::Delete if !is_deleted => {
            set_deleted(&**tx, post.id, true, now).await?;
            Some(post.event(Action::PostDeleted).before(post))
        }
        PostAction::Restore if is_deleted => {
            set_deleted(&**tx, post.id, false, now).await?;
            Some(post.event(Action::PostRestored))
        }
        _ => None,
    })
}
