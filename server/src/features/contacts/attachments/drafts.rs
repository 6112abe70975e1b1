//! Files that staff attach to a reply to a contact, uploaded before the reply is sent.

use axum::{
    Json,
    extract::{Multipart, Path, State, multipart::MultipartRejection, rejection::PathRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    ContactAttachment,
    store::{self, Attachment, Entity},
};
use crate::{
    app::App,
    features::contacts::{admin::find_writable_for_update, store as contacts},
    foundation::{
        attachments::{CheckedFile, REPLIES, content::check, drafts, receive::one_file, store::detach_draft},
        identity::extract::Support,
    },
    platform::{
        db::wait_budget::sharing_budget,
        error::{Error, ErrorBody, Result},
        http::PathId,
    },
};

/// The form that uploads a file.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form in the contract; the fields are read one by one")]
pub struct AttachmentUpload {
    /// A PDF, JPEG, PNG or WebP of at most 10 MB.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}

/// Uploads a file for a reply to a contact. It is deleted after a day, unless a reply names it before. Pictures are re-encoded without
/// metadata, with at most 2560 pixels on each side.
#[utoipa::path(post, path = "/api/contacts/{id}/attachments", tag = "contacts",
    operation_id = "upload_contact_attachment",
    params(PathId),
    request_body(content = AttachmentUpload, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = ContactAttachment),
        (status = 409, description = "`too_many_unsent_files`: the caller has attached too many files to unsent replies; \
            `contact_merged`: the contact was merged into another; `person_erased`: the \
            sender was erased",
            body = ErrorBody)))]
pub async fn upload_attachment(
    staff: Support,
    State(app): State<App>,
    PathId(contact_id): PathId,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Response> {
    contacts::find(app.db.reader(), contact_id).await?.ok_or(Error::NotFound)?;
    let user_id = staff.0.user.id;
    drafts::check_count::<Entity>(app.db.reader(), user_id).await?;
    let received = one_file(&app, form, &REPLIES).await?;
    let file = check(received, &REPLIES).await?.map_err(|problem| problem.error(&REPLIES))?;
    // In its own task, so that a canceled request doesn't leave a file without a contact.
    let stored = tokio::spawn(sharing_budget(async move { save(&app, contact_id, user_id, file).await }));
    let row = stored.await.map_err(anyhow::Error::new)??;
    Ok((StatusCode::CREATED, Json(ContactAttachment::from(row))).into_response())
}

async fn save(app: &App, contact_id: Uuid, user_id: Uuid, file: CheckedFile) -> Result<Attachment> {
    let now = app.clock.now();
    let row = Attachment::of_checked(&file, now + drafts::MAX_AGE, now)?;
    let row = Attachment { contact_id: Some(contact_id), uploaded_by: Some(user_id), ..row };
    let tx = app.db.begin().await?;
    // Locked, so that an erasure finds the file.
    find_writable_for_update(&tx, contact_id).await?;
    store::create(&*tx, vec![row.clone()]).await?;
    tx.commit().await?;
    app.private_files.put(&row.path, file.bytes).await?;
    Ok(row)
}

/// Deletes a file that the caller has attached to an unsent reply.
#[utoipa::path(delete, path = "/api/contacts/{id}/attachments/{attachment_id}", tag = "contacts",
    operation_id = "delete_contact_attachment",
    params(("id" = Uuid, Path, description = "Id of the contact"), ("attachment_id" = Uuid, Path, description = "Id of the file")),
    responses((status = 204)))]
pub async fn delete_attachment(
    staff: Support,
    State(app): State<App>,
    path: Result<Path<(Uuid, Uuid)>, PathRejection>,
) -> Result<StatusCode> {
    let Path((contact_id, id)) = path.map_err(|_| Error::NotFound)?;
    let tx = app.db.begin().await?;
    if !detach_draft::<Entity>(&*tx, id, contact_id, staff.0.user.id).await? {
        return Err(Error::NotFound);
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
