//! What staff ask and do that concerns more than the library.

use axum::{
    Json,
    extract::{Multipart, State, multipart::MultipartRejection},
};

use super::{collect, replace};
use crate::{
    app::App,
    foundation::{
        identity::extract::Staff,
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
        paging::{Limit, ListLimit},
    },
};

/// Where a picture is used.
#[utoipa::path(get, path = "/api/media/{id}/uses", tag = "media", operation_id = "list_media_uses",
    params(PathId, ListLimit),
    responses((status = 200, body = Vec<MediaUse>)))]
pub async fn list_media_uses(
    _: Staff,
    State(app): State<App>,
    PathId(id): PathId,
    limit: Limit,
) -> Result<Json<Vec<MediaUse>>> {
    let (_, media) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    Ok(Json(limit.cut(collect::uses(app.db.reader(), &Reference::to(&media)).await?)))
}

/// Puts another file in a picture's place. It gets an address of its own, which everything that names the picture has from
/// then on; the former file goes to the trash.
#[utoipa::path(post, path = "/api/media/{id}/file", tag = "media", operation_id = "replace_media",
    params(PathId, IfMatch),
    request_body(content = MediaUpload, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = Media, headers(("ETag" = String, description = "For If-Match")))))]
pub async fn replace_media(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Versioned<Media>> {
    let (version, current) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    condition.check(version)?;
    let brought = upload::take_in(form, Some(current.folder)).await?;
    // In a task of its own: whoever hangs up half-way leaves no files without a row.
    let replaced = tokio::spawn(sharing_budget(replace::replace(app, staff, id, condition, brought))).await;
    let (version, media) = replaced.map_err(anyhow::Error::new)??;
    Ok(Versioned(version, media))
}
