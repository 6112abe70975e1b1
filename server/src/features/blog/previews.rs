//! A link that shows a post before it is published, for people without an account. It runs out after a week, and staff
//! may take it back before.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
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
        http::PathId,
        id,
    },
};

const KEPT: TimeDelta = TimeDelta::days(7);

/// Whether a post has such a link.
#[derive(Serialize, ToSchema)]
pub struct PostPreview {
    /// Until when the link works; null where there is none.
    #[schema(required)]
    pub expires_at: Option<DateTime<Utc>>,
}

/// A link as it is shown once, to whoever made it.
#[derive(Serialize, ToSchema)]
pub struct NewPostPreview {
    /// Whoever has it sees the post.
    pub url: String,
    pub expires_at: DateTime<Utc>,
}

/// Until when the link to a post works, if it has one. The link itself is shown once, when it is made.
#[utoipa::path(get, path = "/api/blog/{id}/preview-link", tag = "blog", operation_id = "find_post_preview",
    params(PathId),
    responses((status = 200, body = PostPreview)))]
pub async fn find_post_preview(
    _: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<PostPreview>> {
    let reader = app.db.reader();
    store::find(reader, id).await?.ok_or(Error::NotFound)?;
    let expires_at = store::previews::find(reader, id, app.clock.now()).await?;
    Ok(Json(PostPreview { expires_at }))
}

/// Makes a link that shows a post to whoever has it, for a week. The one before works no more.
#[utoipa::path(post, path = "/api/blog/{id}/preview-link", tag = "blog", operation_id = "create_post_preview",
    params(PathId),
    responses((status = 201, body = NewPostPreview)))]
pub async fn create_post_preview(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Response> {
    let (token, now) = (id::new_token(), app.clock.now());
    let expires_at = now + KEPT;
    let tx = app.db.begin().await?;
    let (_, post) = find_present(&*tx, id).await?;
    store::previews::replace(&*tx, id, &token.hash, now, expires_at).await?;
    audit::record(&app, &tx, &staff.actor(), about(Action::PostPreviewShared, &post)).await?;
    tx.commit().await?;
    let url = format!("{}/previa/{}", app.config.origin(), token.secret);
    Ok((StatusCode::CREATED, Json(NewPostPreview { url, expires_at })).into_response())
}

/// Takes the link to a post back.
#[utoipa::path(delete, path = "/api/blog/{id}/preview-link", tag = "blog", operation_id = "delete_post_preview",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_post_preview(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Response> {
    let tx = app.db.begin().await?;
    let (_, post) = find_present(&*tx, id).await?;
    if !store::previews::delete(&*tx, id).await? {
        return Err(Error::NotFound);
    }
    audit::record(&app, &tx, &staff.actor(), about(Action::PostPreviewRevoked, &post)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
