//! The library as staff see and change it. What pages show of a picture changes with it at the next visit.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{
    model::{Details, Media, MediaChange, MediaFilter},
    store,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Event},
        identity::extract::Staff,
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, PathId, Query, Versioned},
        paging::{Cursor, Page, Paging, Window},
    },
};

/// Lists pictures, the newest first.
#[utoipa::path(get, path = "/api/media", tag = "media", operation_id = "list_media",
    params(MediaFilter, Paging),
    responses(
        (status = 200, body = Vec<Media>, headers(
            ("Link" = String, description = "The next page, as RFC 8288 says"),
            ("X-Total-Count" = u64, description = "How many match in all"))),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
pub async fn list_media(
    _: Staff,
    State(app): State<App>,
    Query(filter): Query<MediaFilter>,
    window: Window,
) -> Result<Page<Media>> {
    let items = store::list(app.db.reader(), &filter, window.after, window.rows()).await?;
    let total = store::count(app.db.reader(), &filter).await?;
    Ok(window.page(items, total, |last| Cursor { created_at: last.created_at, id: last.id }))
}

/// One picture.
#[utoipa::path(get, path = "/api/media/{id}", tag = "media", operation_id = "find_media",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = Media, headers(("ETag" = String, description = "For If-Match"))),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn find_media(_: Staff, State(app): State<App>, PathId(id): PathId) -> Result<Versioned<Media>> {
    let (version, media) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    Ok(Versioned(version, media))
}

/// Changes what is said of a picture; fields left out keep their value.
#[utoipa::path(put, path = "/api/media/{id}", tag = "media", operation_id = "update_media",
    params(
        ("id" = uuid::Uuid, Path),
        ("If-Match" = Option<String>, Header, description = "Refuses the change if the record is another by now")),
    request_body = MediaChange,
    responses(
        (status = 200, body = Media, headers(("ETag" = String, description = "For If-Match"))),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 412, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub async fn update_media(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(change): JsonBody<MediaChange>,
) -> Result<Versioned<Media>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, current) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    condition.check(version)?;
    let details = Details::parse(change, &current)?;
    let (version, media) = store::update(&*tx, id, version, details, app.clock.now()).await?;
    let event = about("media.updated", &media).changed(&current, &media);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, media))
}

/// Puts a picture in the trash, where it stays for 30 days, and for as long as a page shows it.
#[utoipa::path(delete, path = "/api/media/{id}", tag = "media", operation_id = "delete_media",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 204),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn delete_media(staff: Staff, State(app): State<App>, PathId(id): PathId) -> Result<Response> {
    let tx = app.db.begin().await?;
    let media = store::set_deleted(&*tx, id, Some(app.clock.now())).await?.ok_or(Error::NotFound)?;
    audit::record(&app, &tx, &staff.actor(), about("media.deleted", &media)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Takes a picture out of the trash.
#[utoipa::path(post, path = "/api/media/{id}/restore", tag = "media", operation_id = "restore_media",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = Media),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn restore_media(staff: Staff, State(app): State<App>, PathId(id): PathId) -> Result<Json<Media>> {
    let tx = app.db.begin().await?;
    let media = store::set_deleted(&*tx, id, None).await?.ok_or(Error::NotFound)?;
    audit::record(&app, &tx, &staff.actor(), about("media.restored", &media)).await?;
    tx.commit().await?;
    Ok(Json(media))
}

pub fn about(action: &'static str, media: &Media) -> Event {
    Event::new(action).on("media", media.id, &media.name)
}
