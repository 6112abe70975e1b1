//! Takes a picture in: files first, then the row, and none of them if anything fails.

use axum::{
    extract::{Multipart, State, multipart::MultipartRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{
    form::{self, Upload},
    model::{Media, MediaUpload, ROOT, Variant},
    prepare::{self, Prepared, Rendition},
    store::{self, NewMedia},
};
use crate::{
    accounts::extract::Staff,
    app::App,
    audit::{self, Event},
    kit::{
        error::{Error, ErrorBody, Result},
        http::{Version, Versioned},
        id,
    },
};

/// Adds a picture to the library. It is written anew: without metadata, at most 2560 pixels on a side, and also as WebP
/// in several widths.
#[utoipa::path(post, path = "/api/media", tag = "media", operation_id = "upload_media",
    request_body(content = MediaUpload, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = Media, headers(("ETag" = String, description = "For If-Match"))),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 408, body = ErrorBody),
        (status = 413, body = ErrorBody),
        (status = 422, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn upload_media(
    staff: Staff,
    State(app): State<App>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Response> {
    let form = form.map_err(|_| Error::BadRequest("Envie o arquivo como multipart/form-data."))?;
    let mut upload = form::read(form).await?;
    let prepared = prepare::prepare(upload.place, &upload.name, std::mem::take(&mut upload.bytes)).await?;
    // In a task of its own: whoever hangs up half-way leaves no files without a row.
    let kept = tokio::spawn(keep(app, staff, upload, prepared)).await;
    let (version, media) = kept.map_err(anyhow::Error::new)??;
    Ok((StatusCode::CREATED, Versioned(version, media)).into_response())
}

async fn keep(app: App, staff: Staff, upload: Upload, prepared: Prepared) -> Result<(Version, Media)> {
    let now = app.clock.now();
    let secret = id::hex(&id::random_bytes::<16>());
    let stem = format!("{}/{secret}-{}", upload.folder.name(), now.timestamp_millis());
    let (files, new) = plan(&stem, staff.0.user.id, upload, prepared)?;
    let paths: Vec<String> = files.iter().map(|(path, _)| path.clone()).collect();
    let kept = async {
        for (path, bytes) in files {
            app.files.put(&path, bytes.into()).await?;
        }
        record(&app, &staff, new).await
    };
    let kept = kept.await;
    if kept.is_err() {
        for path in &paths {
            // What went wrong is told already.
            let _ = app.files.delete(path).await;
        }
    }
    kept
}

async fn record(app: &App, staff: &Staff, new: NewMedia) -> Result<(Version, Media)> {
    let tx = app.db.begin().await?;
    let (version, media) = store::create(&*tx, new, app.clock.now()).await?;
    let event = Event::new("media.uploaded").on("media", media.id, &media.name).after(&media);
    audit::record(app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((version, media))
}

type Files = Vec<(String, Vec<u8>)>;

/// Which files there will be, and the row that names them.
fn plan(stem: &str, created_by: uuid::Uuid, upload: Upload, prepared: Prepared) -> Result<(Files, NewMedia)> {
    let Prepared { main, variants } = prepared;
    let path = format!("{stem}.{}", main.extension);
    let at = |variant: &Rendition| format!("{stem}-{}.{}", variant.width, variant.extension);
    let number = |side: u32| i32::try_from(side).map_err(anyhow::Error::new);
    let new = NewMedia {
        name: upload.name,
        alt: upload.alt,
        folder: upload.folder,
        path: path.clone(),
        content_type: prepare::content_type(main.extension).unwrap_or_default(),
        width: number(main.width)?,
        height: number(main.height)?,
        bytes: i64::try_from(main.bytes.len()).map_err(anyhow::Error::new)?,
        variants: variants
            .iter()
            .map(|it| Variant { url: format!("{ROOT}{}", at(it)), width: it.width, height: it.height })
            .collect(),
        created_by,
    };
    let mut files = vec![(path, main.bytes)];
    files.extend(variants.into_iter().map(|it| (at(&it), it.bytes)));
    Ok((files, new))
}
