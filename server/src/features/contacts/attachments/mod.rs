//! Files that belong to contacts: of messages by mail, of replies, and of requests. Only staff can download them.
//!
//! The row of a file is stored before the file, and deleted after it. So a crash leaves no file that no row names.

pub mod store;

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::{HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};
use chrono::TimeDelta;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use self::store::Attachment;
use crate::{
    app::App,
    foundation::{identity::extract::Support, mail::inbound::parse},
    platform::{
        error::{Error, Result},
        id,
    },
};

/// Prevents that a file runs anything if a browser opens it nevertheless.
const CONTENT_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");
/// The characters of a file name that need no encoding in a header (RFC 8187).
const FILE_NAME: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');
/// Maximum time from storing the files of a mail to filing the mail.
const MAX_PENDING: TimeDelta = TimeDelta::hours(1);
/// Minimum age of an incomplete file to delete, because it may be written now.
const MIN_INCOMPLETE_AGE: TimeDelta = TimeDelta::days(1);
/// Maximum number of files that one run deletes.
const DELETED_AT_ONCE: u64 = 200;

/// The message, reply or request with a file.
#[derive(Clone, Copy, Debug)]
pub enum Owner {
    Message(Uuid),
    Reply(Uuid),
    Request,
}

/// A file of a contact, which `GET /api/contacts/{contact_id}/attachments/{id}` downloads.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContactAttachment {
    pub id: Uuid,
    pub name: String,
    /// Type as the sender declared it.
    pub content_type: String,
    /// Size in bytes.
    pub bytes: i64,
}

impl From<Attachment> for ContactAttachment {
    fn from(row: Attachment) -> Self {
        let Attachment { id, name, content_type, bytes, .. } = row;
        Self { id, name, content_type, bytes }
    }
}

/// Stores files that don't belong to a contact yet. Returns their ids. If [`store::attach`] doesn't follow within an hour, they are
/// deleted.
pub async fn store_files(app: &App, files: Vec<parse::Attachment>) -> Result<Vec<Uuid>> {
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let now = app.clock.now();
    let (mut rows, mut contents) = (Vec::new(), Vec::new());
    for file in files {
        let secret = id::hex(&id::random_bytes::<16>());
        let path = format!("{}/{secret}", &secret[..2]);
        rows.push(Attachment {
            id: id::new_id(now),
            contact_id: None,
            message_id: None,
            reply_id: None,
            name: file.name,
            content_type: file.content_type,
            bytes: i64::try_from(file.bytes.len()).map_err(anyhow::Error::new)?,
            path: path.clone(),
            pending_until: Some(now + MAX_PENDING),
            created_at: now,
        });
        contents.push((path, file.bytes));
    }
    let ids = rows.iter().map(|row| row.id).collect();
    let tx = app.db.begin().await?;
    store::create(&*tx, rows).await?;
    tx.commit().await?;
    for (path, bytes) in contents {
        app.private_files.put(&path, bytes.into()).await?;
    }
    Ok(ids)
}

/// Deletes the files that belong to no contact: of deleted contacts and messages, and of mail that wasn't filed.
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

/// Deletes incomplete files in the folder, which a crash leaves.
pub async fn delete_incomplete(app: &App) -> Result<()> {
    let mut files = app.private_files.unchanged_since(app.clock.now() - MIN_INCOMPLETE_AGE).await?;
    // The store writes a file under another name, with this character.
    files.retain(|path| path.contains('#'));
    for path in files {
        app.private_files.delete_listed(&path).await.map_err(anyhow::Error::new)?;
    }
    Ok(())
}

/// Downloads a file of a contact.
#[utoipa::path(get, path = "/api/contacts/{id}/attachments/{attachment_id}", tag = "contacts",
    operation_id = "download_contact_attachment",
    params(("id" = Uuid, Path, description = "Id of the contact"), ("attachment_id" = Uuid, Path, description = "Id of the file")),
    responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream")))]
pub async fn download_attachment(
    _: Support,
    State(app): State<App>,
    path: Result<Path<(Uuid, Uuid)>, PathRejection>,
) -> Result<Response> {
    let Path((contact_id, id)) = path.map_err(|_| Error::NotFound)?;
    let found = store::find(app.db.reader(), id).await?;
    let attachment = found.filter(|row| row.contact_id == Some(contact_id)).ok_or(Error::NotFound)?;
    let content = app.private_files.get(&attachment.path).await?;
    let name = utf8_percent_encode(&attachment.name, FILE_NAME);
    let disposition = format!("attachment; filename*=UTF-8''{name}");
    let headers: [(HeaderName, HeaderValue); 4] = [
        // Not the type that the sender declared, so that no browser interprets the file.
        (header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
        (header::CONTENT_LENGTH, content.length.into()),
        (header::CONTENT_DISPOSITION, HeaderValue::try_from(disposition).map_err(anyhow::Error::new)?),
        (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    ];
    Ok((headers, content.body).into_response())
}
