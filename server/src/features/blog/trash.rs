//! Deleting posts, and bringing them back within 30 days.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{
    model::{Post, PostList},
    save::{about, find_present},
    store,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::extract::Staff,
    },
    platform::{
        error::{Error, Result},
        http::{PathId, Versioned},
        paging::{Cursor, Paging, Window},
    },
};

/// Lists the posts in the trash, the newest there first.
#[utoipa::path(get, path = "/api/blog/trash", tag = "blog", operation_id = "list_deleted_posts",
    params(Paging),
    responses(
        (status = 200, body = PostList, headers(
            ("Link" = String, description = "The next page, as RFC 8288 says"),
            ("X-Total-Count" = u64, description = "How many there are")))))]
pub async fn list_deleted_posts(_: Staff, State(app): State<App>, window: Window) -> Result<Response> {
    let reader = app.db.reader();
    let items = store::trash::list(reader, window.after, window.rows()).await?;
    let total = store::trash::count(reader).await?;
    let place = |last: &Post| Cursor { created_at: last.deleted_at.unwrap_or_default(), id: last.id };
    Ok(window.page(items, total, place).into_list(|posts| PostList { posts }))
}

/// Puts a post in the trash, where it stays for 30 days. Its address says from then on that it is gone.
#[utoipa::path(delete, path = "/api/blog/{id}", tag = "blog", operation_id = "delete_post",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_post(staff: Staff, State(app): State<App>, PathId(id): PathId) -> Result<Response> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (_, post) = find_present(&*tx, id).await?;
    store::trash::set_deleted(&*tx, id, true, app.clock.now()).await?;
    audit::record(&app, &tx, &staff.actor(), about(Action::PostDeleted, &post).before(&post)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Takes a post out of the trash: published if it was, at the address it had unless another post has that by now. One
/// that isn't there stays as it is.
#[utoipa::path(post, path = "/api/blog/{id}/restore", tag = "blog", operation_id = "restore_post",
    params(PathId),
    responses(
        (status = 200, body = Post, headers(("ETag" = String, description = "For If-Match")))))]
pub async fn restore_post(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Post>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, post) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    if post.deleted_at.is_none() {
        return Ok(Versioned(version, post));
    }
    let (version, post) = store::trash::set_deleted(&*tx, id, false, app.clock.now()).await?;
    audit::record(&app, &tx, &staff.actor(), about(Action::PostRestored, &post)).await?;
    tx.commit().await?;
    Ok(Versioned(version, post))
}
