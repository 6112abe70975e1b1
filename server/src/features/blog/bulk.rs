//! One action on many posts: all of it or nothing, each post told by name to the audit log.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    model::Post,
    save::about,
    store::{self, schedule::set_published, trash::set_deleted},
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::Staff,
    },
    platform::{
        clock::Timestamp,
        db::Transaction,
        error::{Error, Result},
        http::{JsonBody, Version},
        paging::MAX_LIMIT,
    },
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PostAction {
    Publish,
    Unpublish,
    /// Into the trash.
    Delete,
    /// Out of it.
    Restore,
}

#[derive(Deserialize, ToSchema)]
pub struct PostActions {
    pub ids: Vec<Uuid>,
    pub action: PostAction,
}

/// Those that are otherwise now; whatever was so already, or is gone, is left out.
#[derive(Serialize, ToSchema)]
pub struct PostsChanged {
    pub ids: Vec<Uuid>,
}

/// Publishes, unpublishes, deletes or restores many posts at once.
#[utoipa::path(post, path = "/api/blog/bulk", tag = "blog", operation_id = "change_posts",
    request_body = PostActions,
    responses((status = 200, body = PostsChanged)))]
pub async fn change_posts(
    staff: Staff,
    State(app): State<App>,
    JsonBody(PostActions { mut ids, action }): JsonBody<PostActions>,
) -> Result<Json<PostsChanged>> {
    if !(1..=MAX_LIMIT).contains(&(ids.len() as u64)) {
        return Err(Error::BadRequest("Escolha de 1 a 100 posts."));
    }
    // In one order, so that two who choose the same posts don't wait for each other.
    ids.sort_unstable();
    ids.dedup();
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let mut changed = Vec::new();
    for id in ids {
        let Some((version, post)) = store::find_for_update(&*tx, id).await? else { continue };
        if let Some(event) = act(&tx, action, version, &post, app.clock.now()).await? {
            audit::record(&app, &tx, &staff.actor(), event).await?;
            changed.push(id);
        }
    }
    tx.commit().await?;
    Ok(Json(PostsChanged { ids: changed }))
}

async fn act(
    tx: &Transaction,
    action: PostAction,
    version: Version,
    post: &Post,
    now: Timestamp,
) -> Result<Option<Event>> {
    let is_deleted = post.deleted_at.is_some();
    Ok(match action {
        PostAction::Publish if !is_deleted && !post.is_published => {
            let after = set_published(&**tx, (version.0, post), true, now, now).await?;
            Some(about(Action::PostPublished, post).changed(post, &after))
        }
        PostAction::Unpublish if !is_deleted && (post.is_published || post.publish_at.is_some()) => {
            let after = set_published(&**tx, (version.0, post), false, now, now).await?;
            Some(about(Action::PostUnpublished, post).changed(post, &after))
        }
        PostAction::Delete if !is_deleted => {
            set_deleted(&**tx, post.id, true, now).await?;
            Some(about(Action::PostDeleted, post).before(post))
        }
        PostAction::Restore if is_deleted => {
            set_deleted(&**tx, post.id, false, now).await?;
            Some(about(Action::PostRestored, post))
        }
        _ => None,
    })
}
