//! Preview links, which show a draft to people without an account. A link expires after a week, and staff can revoke it.

pub mod store;

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::{model::Post, store as posts};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::extract::Writer,
    },
    platform::{
        addresses,
        error::{Error, Result},
        http::PathId,
        id,
    },
};

const LIFETIME: TimeDelta = TimeDelta::days(7);

/// The preview link of a post, without its URL.
#[derive(Serialize, ToSchema)]
pub struct PostPreview {
    /// Expiry of the link; null if the post has no link or an expired one.
    #[schema(required)]
    pub expires_at: Option<DateTime<Utc>>,
}

/// A new preview link. Only the response to its creation contains the URL.
#[derive(Serialize, ToSchema)]
pub struct NewPostPreview {
    /// Absolute URL that shows the post to anyone who knows it.
    pub url: String,
    pub expires_at: DateTime<Utc>,
}

/// Returns the expiry of the preview link of a post. The URL is returned only when the link is created.
#[utoipa::path(get, path = "/api/blog/{id}/preview-link", tag = "blog", operation_id = "find_post_preview",
    params(PathId),
    responses((status = 200, body = PostPreview)))]
pub async fn find_post_preview(
    _: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<PostPreview>> {
    let reader = app.db.reader();
    posts::find(reader, id).await?.ok_or(Error::NotFound)?;
    let expires_at = store::find_expiry(reader, id, app.clock.now()).await?;
    Ok(Json(PostPreview { expires_at }))
}

/// Creates a preview link of a post. It expires after a week and replaces the previous link, which stops working.
#[utoipa::path(post, path = "/api/blog/{id}/preview-link", tag = "blog", operation_id = "create_post_preview",
    params(PathId),
    responses((status = 201, body = NewPostPreview)))]
pub async fn create_post_preview(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Response> {
    let token = id::new_token();
    let now = app.clock.now();
    let expires_at = now + LIFETIME;
    let tx = app.db.begin().await?;
    let (_, post) = posts::find_present_for_update(&*tx, id).await?;
    store::replace(&*tx, id, &token.hash, now, expires_at).await?;
    audit::record(&app, &tx, &staff.actor(), post.event(Action::PostPreviewShared)).await?;
    tx.commit().await?;
    let url = format!("{}{}", app.config.origin(), addresses::POST_PREVIEW.with(&token.secret));
    Ok((StatusCode::CREATED, Json(NewPostPreview { url, expires_at })).into_response())
}

/// Revokes the preview link of a post.
#[utoipa::path(delete, path = "/api/blog/{id}/preview-link", tag = "blog", operation_id = "delete_post_preview",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_post_preview(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<StatusCode> {
    let tx = app.db.begin().await?;
    let (_, post) = posts::find_present_for_update(&*tx, id).await?;
    if !store::delete(&*tx, id).await? {
        return Err(Error::NotFound);
    }
    audit::record(&app, &tx, &staff.actor(), post.event(Action::PostPreviewRevoked)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Finds the post of a preview link. `None` if the link is unknown or expired, or the post is in the trash.
pub async fn find_post(app: &App, token: &str) -> Result<Option<Post>> {
    let db = app.db.reader();
    let hash = id::sha256_hex(token.as_bytes());
    let Some(id) = store::find_post(db, &hash, app.clock.now()).await? else { return Ok(None) };
    Ok(posts::find(db, id).await?.map(|(_, post)| post))
}
