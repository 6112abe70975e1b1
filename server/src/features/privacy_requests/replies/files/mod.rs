//! Files that administrators attach to replies, such as the export of a person's data. They are uploaded before the reply is sent.
//!
//! The row of a file is stored before the file, and deleted after it. So a crash leaves no file that no row names.

pub mod store;

use axum::{
    Json,
    extract::{Multipart, Path, State, multipart::MultipartRejection, rejection::PathRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use self::store::{Entity, PrivacyFile};
use crate::{
    app::App,
    features::privacy_requests::store as requests,
    foundation::{
        attachments::{
            CheckedFile, PRIVACY_REPLIES, content::check, download::download, drafts, new_path,
            receive::one_file, store::detach_draft,
        },
        identity::extract::Admin,
        mail::model::MailFile,
    },
    platform::{
        db::wait_budget::sharing_budget,
        error::{Error, ErrorBody, Result},
        http::PathId,
        id,
    },
};

/// Maximum number of files that one run deletes.
const DELETED_AT_ONCE: u64 = 200;

/// A file of a reply, which `GET /api/privacy-requests/{request_id}/attachments/{id}` downloads.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PrivacyAttachment {
    pub id: Uuid,
    pub name: String,
    pub content_type: String,
    /// Size in bytes.
    pub bytes: i64,
}

impl From<PrivacyFile> for PrivacyAttachment {
    fn from(row: PrivacyFile) -> Self {
        let PrivacyFile { id, name, content_type, bytes, .. } = row;
        Self { id, name, content_type, bytes }
    }
}

impl From<&PrivacyFile> for MailFile {
    fn from(row: &PrivacyFile) -> Self {
        let (name, content_type, path) = (row.name.clone(), row.content_type.clone(), row.path.clone());
        Self { name, content_type, path }
    }
}

/// The form that uploads a file.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form in the contract; the fields are read one by one")]
pub struct PrivacyAttachmentUpload {
    /// A PDF, JPEG, PNG, WebP, ZIP, JSON or CSV of at most 10 MB.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}

/// Uploads a file for a reply. It is deleted after a day, unless a reply names it before. Pictures are re-encoded without metadata, with
/// at most 2560 pixels on each side.
#[utoipa::path(post, path = "/api/privacy-requests/{id}/attachments", tag = "privacy",
    operation_id = "upload_privacy_attachment",
    params(PathId),
    request_body(content = PrivacyAttachmentUpload, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = PrivacyAttachment),
        (status = 409, description = "`too_many_unsent_files`: the caller has attached too many files to unsent replies",
            body = ErrorBody)))]
pub async fn upload_attachment(
    admin: Admin,
    State(app): State<App>,
    PathId(request_id): PathId,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Response> {
    requests::find(app.db.reader(), request_id).await?.ok_or(Error::NotFound)?;
    let user_id = admin.0.user.id;
    drafts::check_count::<Entity>(app.db.reader(), user_id).await?;
    let received = one_file(&app, form, &PRIVACY_REPLIES).await?;
    let file = check(received, &PRIVACY_REPLIES).await?.map_err(|problem| problem.error(&PRIVACY_REPLIES))?;
    // In its own task, so that a canceled request doesn't leave a file without a request.
    let stored = tokio::spawn(sharing_budget(async move { save(&app, request_id, user_id, file).await }));
    let row = stored.await.map_err(anyhow::Error::new)??;
    Ok((StatusCode::CREATED, Json(PrivacyAttachment::from(row))).into_response())
}

async fn save(app: &App, request_id: Uuid, user_id: Uuid, file: CheckedFile) -> Result<PrivacyFile> {
    let now = app.clock.now();
    let row = PrivacyFile {
        id: id::new_id(now),
        request_id: Some(request_id),
        reply_id: None,
        uploaded_by: Some(user_id),
        name: file.name,
        content_type: file.content_type.to_owned(),
        bytes: i64::try_from(file.bytes.len()).map_err(anyhow::Error::new)?,
        path: new_path(),
        pending_until: Some(now + drafts::MAX_AGE),
        created_at: now,
    };
    let tx = app.db.begin().await?;
    // Locked, so that an erasure finds the file.
    requests::find_for_update(&*tx, request_id).await?.ok_or(Error::NotFound)?;
    store::create(&*tx, row.clone()).await?;
    tx.commit().await?;
    app.private_files.put(&row.path, file.bytes).await?;
    Ok(row)
}

/// Deletes a file that the caller has attached to an unsent reply.
#[utoipa::path(delete, path = "/api/privacy-requests/{id}/attachments/{attachment_id}", tag = "privacy",
    operation_id = "delete_privacy_attachment",
    params(("id" = Uuid, Path, description = "Id of the request"), ("attachment_id" = Uuid, Path, description = "Id of the file")),
    responses((status = 204)))]
pub async fn delete_attachment(
    admin: Admin,
    State(app): State<App>,
    path: Result<Path<(Uuid, Uuid)>, PathRejection>,
) -> Result<StatusCode> {
    let Path((request_id, id)) = path.map_err(|_| Error::NotFound)?;
    let tx = app.db.begin().await?;
    if !detach_draft::<Entity>(&*tx, id, request_id, admin.0.user.id).await? {
        return Err(Error::NotFound);
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Downloads a file of a reply.
#[utoipa::path(get, path = "/api/privacy-requests/{id}/attachments/{attachment_id}", tag = "privacy",
    operation_id = "download_privacy_attachment",
    params(("id" = Uuid, Path, description = "Id of the request"), ("attachment_id" = Uuid, Path, description = "Id of the file")),
    responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream")))]
pub async fn download_attachment(
    _: Admin,
    State(app): State<App>,
    path: Result<Path<(Uuid, Uuid)>, PathRejection>,
) -> Result<Response> {
    let Path((request_id, id)) = path.map_err(|_| Error::NotFound)?;
    let found = store::find(app.db.reader(), id).await?;
    let file = found.filter(|row| row.request_id == Some(request_id)).ok_or(Error::NotFound)?;
    download(&app, &file.path, &file.name).await
}

/// Deletes the files that belong to no request, and those whose reply wasn't sent in time.
pub async fn delete_detached(app: &App) -> Result<()> {
    loop {
        let rows = store::list_detached(app.db.reader(), app.clock.now(), DELETED_AT_ONCE).await?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in &rows {
            app.private_files.delete(&row.path).await?;
        }
        let tx = app.db.begin().await?;
        store::delete(&*tx, rows.iter().map(|row| row.id)).await?;
        tx.commit().await?;
    }
}
