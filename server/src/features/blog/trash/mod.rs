//! The API for deleting posts and for restoring them within 30 days.

pub mod store;

use axum::{extract::State, http::StatusCode, response::Response};

use super::{
    model::{Post, PostList},
    store::{find_for_update, find_present_for_update},
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::extract::Writer,
    },
    platform::{
        error::{Error, Result},
        http::{PathId, Versioned},
        paging::{PageRequest, Paging, TimeCursor},
    },
};

/// Lists the posts in the trash, most recently deleted first.
#[utoipa::path(get, path = "/api/blog/trash", tag = "blog", operation_id = "list_deleted_posts",
    params(Paging),
    responses(
        (status = 200, body = PostList)))]
pub async fn list_deleted_posts(_: Writer, State(app): State<App>, request: PageRequest) -> Result<Response> {
    let reader = app.db.reader();
    let items = store::list(reader, request.after, request.rows()).await?;
    let total = store::count(reader).await?;
    let cursor = |last: &Post| TimeCursor {
        time: last.deleted_at.expect("a post in the trash has a time of deletion"),
        id: last.id,
    };
    Ok(request.page(items, total, cursor).into_list(|posts| PostList { posts }))
}

/// Moves a post to the trash. It is purged after 30 days. If the post was ever published, its path answers 410. `If-Match`
/// is not checked.
#[utoipa::path(delete, path = "/api/blog/{id}", tag = "blog", operation_id = "delete_post",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_post(staff: Writer, State(app): State<App>, PathId(id): PathId) -> Result<StatusCode> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (_, post) = find_present_for_update(&*tx, id).await?;
    store::set_deleted(&*tx, id, true, app.clock.now()).await?;
    audit::record(&app, &tx, &staff.actor(), post.event(Action::PostDeleted).before(&post)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a post from the trash. It is published again if it was published before. If another post has taken its slug
/// meanwhile, it has a slug with a suffix. A post outside the trash is returned unchanged.
#[utoipa::path(post, path = "/api/blog/{id}/restore", tag = "blog", operation_id = "restore_post",
    params(PathId),
    responses(
        (status = 200, body = Post)))]
pub async fn restore_post(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Post>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, post) = find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    if post.deleted_at.is_none() {
        // Dropping the transaction undoes `content_changed`.
        return Ok(Versioned(version, post));
    }
    let (version, post) = store::set_deleted(&*tx, id, false, app.clock.now()).await?;
    audit::record(&app, &tx, &staff.actor(), post.event(Action::PostRestored)).await?;
    tx.commit().await?;
    Ok(Versioned(version, post))
}
