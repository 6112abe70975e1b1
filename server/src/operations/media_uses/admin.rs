//! Endpoints about the uses of pictures in all features.

use axum::extract::{Multipart, State, multipart::MultipartRejection};

use super::{collect, replace};
use crate::{
    app::App,
    foundation::{
        identity::extract::Writer,
        media::{
            model::{Media, MediaUpload},
            reference::{MediaUse, Reference},
            store, upload,
        },
    },
    platform::{
        db::wait_budget::sharing_budget,
        error::{Error, Result},
        http::{IfMatch, PathId, Versioned},
        paging::{Limit, ListLimit, Page},
    },
};

/// Lists the uses of a picture.
#[utoipa::path(get, path = "/api/media/{id}/uses", tag = "media", operation_id = "list_media_uses",
    params(PathId, ListLimit),
    responses((status = 200, body = Vec<MediaUse>)))]
pub async fn list_media_uses(
    _: Writer,
    State(app): State<App>,
    PathId(id): PathId,
    limit: Limit,
) -> Result<Page<MediaUse>> {
    let (_, media) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    Ok(limit.page(collect::uses(app.db.reader(), &Reference::to(&media)).await?))
}

/// Replaces the file of a picture. The new file gets another URL, which replaces the former URL in all records. The former
/// file is moved to the trash.
#[utoipa::path(post, path = "/api/media/{id}/file", tag = "media", operation_id = "replace_media",
    params(PathId, IfMatch),
    request_body(content = MediaUpload, content_type = "multipart/form-data"),
    responses((status = 200, body = Media)))]
pub async fn replace_media(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Versioned<Media>> {
    let (version, current) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    condition.check(version)?;
    let checked = upload::read_upload(form, Some(current.folder)).await?;
    // In a task of its own, so that a canceled request doesn't leave files without a row.
    let replaced = tokio::spawn(sharing_budget(replace::replace(app, staff, id, condition, checked))).await;
    let (version, media) = replaced.map_err(anyhow::Error::new)??;
    Ok(Versioned(version, media))
}
