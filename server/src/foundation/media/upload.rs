//! Uploads of pictures. The files are stored before the row in the database, and deleted if the upload fails.

use axum::{
    extract::{Multipart, State, multipart::MultipartRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{
    form::{self, Upload},
    model::{Folder, Media, MediaUpload, ROOT, Variant},
    prepare::{self, Prepared, Rendition},
    store::{self, NewMedia},
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::Writer,
    },
    platform::{
        db::wait_budget::sharing_budget,
        error::{Error, Result},
        http::{Version, Versioned},
        id,
    },
};

/// Adds a picture to the library. Pictures other than SVG are re-encoded without metadata, with at most 2560 pixels on each
/// side, and also as WebP in several widths. Scripts and external resources are removed from an SVG.
#[utoipa::path(post, path = "/api/media", tag = "media", operation_id = "upload_media",
    request_body(content = MediaUpload, content_type = "multipart/form-data"),
    responses((status = 201, body = Media)))]
pub async fn upload_media(
    staff: Writer,
    State(app): State<App>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Response> {
    let checked = read_upload(form, None).await?;
    // In its own task, so that a canceled request doesn't leave files without a row.
    let stored = tokio::spawn(sharing_budget(async move {
        let (files, new) = new_files(&app, &staff, checked)?;
        store_files(&app, files, record(&app, &staff, new)).await
    }));
    let (version, media) = stored.await.map_err(anyhow::Error::new)??;
    Ok((StatusCode::CREATED, Versioned(version, media)).into_response())
}

/// A valid upload, re-encoded.
pub struct CheckedUpload {
    upload: Upload,
    prepared: Prepared,
}

/// Reads, checks and re-encodes an upload. `folder`, if set, replaces the folder in the form.
pub async fn read_upload(
    form: Result<Multipart, MultipartRejection>,
    folder: Option<Folder>,
) -> Result<CheckedUpload> {
    let form = form.map_err(|_| Error::BadRequest("Envie o arquivo como multipart/form-data."))?;
    let mut upload = form::read(form).await?;
    upload.folder = folder.unwrap_or(upload.folder);
    let prepared = prepare::prepare(upload.kind, &upload.name, std::mem::take(&mut upload.bytes)).await?;
    Ok(CheckedUpload { upload, prepared })
}

/// Stores files, then runs `record`. Deletes the files if either fails.
pub async fn store_files<T>(
    app: &App,
    files: NewFiles,
    record: impl Future<Output = Result<T>>,
) -> Result<T> {
    let paths: Vec<String> = files.iter().map(|(path, _)| path.clone()).collect();
    let stored = async {
        for (path, bytes) in files {
            app.files.put(&path, bytes.into()).await?;
        }
        record.await
    };
    let stored = stored.await;
    if stored.is_err() {
        for path in &paths {
            // Ignores an error here, because the first error is returned. The hourly cleanup deletes the file later.
            let _ = app.files.delete(path).await;
        }
    }
    stored
}

/// Stores the row of a picture, with an audit event.
async fn record(app: &App, staff: &Writer, new: NewMedia) -> Result<(Version, Media)> {
    let tx = app.db.begin().await?;
    let (version, media) = store::create(&*tx, new, app.clock.now()).await?;
    let event = Event::new(Action::MediaUploaded).on(media.id, &media.name).after(&media);
    audit::record(app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((version, media))
}

/// Paths and contents of files to store.
pub type NewFiles = Vec<(String, Vec<u8>)>;

/// Returns the files to store, and the row of the picture.
pub fn new_files(app: &App, staff: &Writer, checked: CheckedUpload) -> Result<(NewFiles, NewMedia)> {
    let CheckedUpload { upload, prepared: Prepared { main, variants } } = checked;
    let secret = id::hex(&id::random_bytes::<16>());
    let stem = format!("{}/{secret}-{}", upload.folder.name(), app.clock.now().timestamp_millis());
    let path = format!("{stem}.{}", main.extension);
    let path_of = |variant: &Rendition| format!("{stem}-{}.{}", variant.width, variant.extension);
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
            .map(|variant| Variant {
                url: format!("{ROOT}{}", path_of(variant)),
                width: variant.width,
                height: variant.height,
            })
            .collect(),
        created_by: staff.0.user.id,
    };
    let mut files = vec![(path, main.bytes)];
    files.extend(variants.into_iter().map(|variant| (path_of(&variant), variant.bytes)));
    Ok((files, new))
}
