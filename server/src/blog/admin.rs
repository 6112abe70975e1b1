//! Writing posts. Each change shows at the next visit.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{
    model::{Details, Post, PostInput},
    store,
};
use crate::{
    accounts::extract::Staff,
    app::App,
    audit::{self, Event},
    kit::{
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, PathId, Versioned},
    },
};

/// Creates a post: a draft, unless it says otherwise.
#[utoipa::path(post, path = "/api/blog", tag = "blog", operation_id = "create_post",
    request_body = PostInput,
    responses(
        (status = 201, body = Post, headers(("ETag" = String, description = "For If-Match"))),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 409, description = "Another post has this slug", body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub async fn create_post(
    staff: Staff,
    State(app): State<App>,
    JsonBody(input): JsonBody<PostInput>,
) -> Result<Response> {
    let details = Details::parse(&input, None)?;
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, post) = store::create(&*tx, &details, app.clock.now()).await?;
    let event = about("post.created", &post).after(&post);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Versioned(version, post)).into_response())
}

/// Changes a post; fields left out keep their value. A published post with a new slug is still found by the old one.
#[utoipa::path(put, path = "/api/blog/{id}", tag = "blog", operation_id = "update_post",
    params(
        ("id" = uuid::Uuid, Path),
        ("If-Match" = Option<String>, Header, description = "Refuses the change if the record is another by now")),
    request_body = PostInput,
    responses(
        (status = 200, body = Post, headers(("ETag" = String, description = "For If-Match"))),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "Another post has this slug", body = ErrorBody),
        (status = 412, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub async fn update_post(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(input): JsonBody<PostInput>,
) -> Result<Versioned<Post>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, current) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    condition.check(version)?;
    let details = Details::parse(&input, Some(&current))?;
    let (version, post) = store::update(&*tx, &current, version, &details, app.clock.now()).await?;
    let event = about("post.updated", &post).changed(&current, &post);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, post))
}

/// Deletes a post. Its address says from then on that it is gone.
#[utoipa::path(delete, path = "/api/blog/{id}", tag = "blog", operation_id = "delete_post",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 204),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn delete_post(staff: Staff, State(app): State<App>, PathId(id): PathId) -> Result<Response> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (_, post) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    store::delete(&*tx, &post).await?;
    let event = about("post.deleted", &post).before(&post);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

fn about(action: &'static str, post: &Post) -> Event {
    Event::new(action).on("post", post.id, &post.title)
}
