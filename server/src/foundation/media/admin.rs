//! The media library for staff: listing, changing, deleting and restoring pictures.

use axum::{extract::State, http::StatusCode};

use super::{
    model::{Media, MediaChange, MediaFields, MediaFilter},
    store,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::Writer,
    },
    platform::{
        db::trash,
        error::{Error, Result},
        http::{IfMatch, JsonBody, PathId, Query, Versioned},
        paging::{Page, PageRequest, Paging, TimeCursor},
    },
};

/// Lists pictures, newest first.
#[utoipa::path(get, path = "/api/media", tag = "media", operation_id = "list_media",
    params(MediaFilter, Paging),
    responses((status = 200, body = Vec<Media>)))]
pub async fn list_media(
    _: Writer,
    State(app): State<App>,
    Query(filter): Query<MediaFilter>,
    request: PageRequest,
) -> Result<Page<Media>> {
    let (items, total) = store::list(app.db.reader(), &filter, request.after, request.rows()).await?;
    Ok(request.page(items, total, |last| TimeCursor { time: last.created_at, id: last.id }))
}

/// Returns a picture, in the trash or not.
#[utoipa::path(get, path = "/api/media/{id}", tag = "media", operation_id = "find_media",
    params(PathId),
    responses((status = 200, body = Media)))]
pub async fn find_media(_: Writer, State(app): State<App>, PathId(id): PathId) -> Result<Versioned<Media>> {
    let (version, media) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    Ok(Versioned(version, media))
}

/// Changes a picture outside the trash. Omitted fields keep their value. The change also applies to pages that show the
/// picture.
#[utoipa::path(put, path = "/api/media/{id}", tag = "media", operation_id = "update_media",
    params(PathId, IfMatch),
    request_body = MediaChange,
    responses((status = 200, body = Media)))]
pub async fn update_media(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(change): JsonBody<MediaChange>,
) -> Result<Versioned<Media>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let found = store::find_for_update(&*tx, id).await?;
    let (version, current) = trash::require_present(found, |(_, media)| media.deleted_at)?;
    condition.check(version)?;
    let fields = MediaFields::parse(change, &current)?;
    let (version, media) = store::update(&*tx, id, version, fields, app.clock.now()).await?;
    let event = about(Action::MediaUpdated, &media).changed(&current, &media);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, media))
}

/// Moves a picture to the trash. It is purged after 30 days, unless it still has a use.
#[utoipa::path(delete, path = "/api/media/{id}", tag = "media", operation_id = "delete_media",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_media(staff: Writer, State(app): State<App>, PathId(id): PathId) -> Result<StatusCode> {
    let tx = app.db.begin().await?;
    let found = store::find_for_update(&*tx, id).await?;
    let (_, media) = trash::require_present(found, |(_, media)| media.deleted_at)?;
    store::set_deleted(&*tx, id, true, app.clock.now()).await?;
    audit::record(&app, &tx, &staff.actor(), about(Action::MediaDeleted, &media)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a picture from the trash. A picture outside the trash is returned unchanged.
#[utoipa::path(post, path = "/api/media/{id}/restore", tag = "media", operation_id = "restore_media",
    params(PathId),
    responses((status = 200, body = Media)))]
pub async fn restore_media(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Media>> {
    let tx = app.db.begin().await?;
    let (version, media) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    if media.deleted_at.is_none() {
        return Ok(Versioned(version, media));
    }
    let (version, media) = store::set_deleted(&*tx, id, false, app.clock.now()).await?;
    audit::record(&app, &tx, &staff.actor(), about(Action::MediaRestored, &media)).await?;
    tx.commit().await?;
    Ok(Versioned(version, media))
}

/// Returns an event about a picture.
pub fn about(action: Action, media: &Media) -> Event {
    Event::new(action).on(media.id, &media.name)
}
