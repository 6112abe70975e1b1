//! Writing posts. Each change of what visitors see shows at their next visit.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{
    model::{Post, PostInput, PostTerms},
    save::{self, SavingQuery},
    store,
};
use crate::{
    app::App,
    foundation::identity::extract::Staff,
    platform::{
        error::{ErrorBody, Result},
        http::{IdempotencyKey, IfMatch, JsonBody, PathId, Query, Versioned},
    },
};

/// Creates a post: a draft, unless it says otherwise. With an `Idempotency-Key` it is created once.
#[utoipa::path(post, path = "/api/blog", tag = "blog", operation_id = "create_post",
    params(
        SavingQuery,
        ("Idempotency-Key" = Option<String>, Header,
            description = "The client's name for this attempt: sent again, it gives the post that was created")),
    request_body = PostInput,
    responses(
        (status = 201, body = Post, headers(("ETag" = String, description = "For If-Match"))),
        (status = 404, description = "What this attempt created has been deleted", body = ErrorBody),
        (status = 409, description = "Another post has this slug", body = ErrorBody)))]
pub async fn create_post(
    staff: Staff,
    State(app): State<App>,
    Query(query): Query<SavingQuery>,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<PostInput>,
) -> Result<Response> {
    let created = save::create(&app, &staff, input, query.saving(), key.as_deref()).await?;
    Ok((StatusCode::CREATED, created).into_response())
}

/// Changes a post; fields left out keep their value. A published post with a new slug is still found by the old one.
#[utoipa::path(put, path = "/api/blog/{id}", tag = "blog", operation_id = "update_post",
    params(
        PathId,
        SavingQuery,
        IfMatch),
    request_body = PostInput,
    responses(
        (status = 200, body = Post, headers(("ETag" = String, description = "For If-Match"))),
        (status = 409, description = "Another post has this slug, or what was to be autosaved is no draft",
            body = ErrorBody)))]
pub async fn update_post(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
    Query(query): Query<SavingQuery>,
    condition: IfMatch,
    JsonBody(input): JsonBody<PostInput>,
) -> Result<Versioned<Post>> {
    save::update(&app, &staff, id, &condition, input, query.saving()).await
}

/// The categories and tags that posts have, drafts included, to choose from.
#[utoipa::path(get, path = "/api/blog/terms", tag = "blog", operation_id = "list_post_terms",
    responses((status = 200, body = PostTerms)))]
pub async fn list_post_terms(_: Staff, State(app): State<App>) -> Result<Json<PostTerms>> {
    Ok(Json(store::terms(app.db.reader()).await?))
}
