//! The API for creating and changing posts.

pub mod input;
pub mod save;
pub mod store;
mod tags;
pub mod unsaved_preview;
pub mod versions;

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use self::{input::PostInput, save::SaveQuery};
use super::model::Post;
use crate::{
    app::App,
    foundation::identity::extract::Writer,
    platform::{
        error::{ErrorBody, Result},
        http::{IdempotencyKey, IfMatch, JsonBody, PathId, Query, Versioned},
    },
};

/// Creates a post. It is a draft unless `is_published` is true. With an `Idempotency-Key`, a repeated request doesn't create
/// another post.
#[utoipa::path(post, path = "/api/blog", tag = "blog", operation_id = "create_post",
    params(
        SaveQuery,
        ("Idempotency-Key" = Option<String>, Header,
            description = "Identifies the request. A repeated request with the same key returns the post that the first one \
                created")),
    request_body = PostInput,
    responses(
        (status = 201, body = Post),
        (status = 404, description = "`not_found`: the post that the first request created is deleted", body = ErrorBody),
        (status = 409, description = "`slug_taken`: another post has this slug", body = ErrorBody)))]
pub async fn create_post(
    staff: Writer,
    State(app): State<App>,
    Query(query): Query<SaveQuery>,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<PostInput>,
) -> Result<Response> {
    let created = save::create(&app, &staff, input, query.kind(), key.as_deref()).await?;
    Ok((StatusCode::CREATED, created).into_response())
}

/// Changes a post. Missing fields keep their values. If the post was ever published, its former slug redirects to the new one.
#[utoipa::path(put, path = "/api/blog/{id}", tag = "blog", operation_id = "update_post",
    params(
        PathId,
        SaveQuery,
        IfMatch),
    request_body = PostInput,
    responses(
        (status = 200, body = Post),
        (status = 409, description = "`slug_taken`: another post has this slug; `not_a_draft`: an autosaved post is published or scheduled",
            body = ErrorBody)))]
pub async fn update_post(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
    Query(query): Query<SaveQuery>,
    condition: IfMatch,
    JsonBody(input): JsonBody<PostInput>,
) -> Result<Versioned<Post>> {
    save::update(&app, &staff, id, &condition, input, query.kind()).await
}
