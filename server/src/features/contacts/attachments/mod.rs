//! Files that belong to contacts: of messages by mail, of replies, and of requests. Only staff can download them.
//!
//! The row of a file is stored before the file, and deleted after it. So a crash leaves no file that no row names.

pub mod drafts;
pub mod requests;
pub mod store;

use axum::{
    extract::{Path, State, rejection::PathRejection},
    response::Response,
};
use chrono::TimeDelta;
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use self::store::Attachment;
use crate::{
    app::App,
    foundation::{
        attachments::download::download,
        identity::extract::Support,
        mail::{inbound::parse, model::MailFile},
    },
    platform::error::{Error, Result},
};

/// Maximum time from storing the files of a mail to filing the mail.
const MAX_PENDING: TimeDelta = TimeDelta::hours(1);
/// Minimum age of an incomplete file to delete, because it may be written now.
const MIN_INCOMPLETE_AGE: TimeDelta = TimeDelta::days(1);
/// Maximum number of files that one run deletes.
const DELETED_AT_ONCE: u64 = 200;

/// A file of a contact, which `GET /api/contacts/{contact_id}/attachments/{id}` downloads.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContactAttachment {
    pub id: Uuid,
    pub name: String,
    /// Type of the content, or for mail the type that its sender declared.
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

impl From<&Attachment> for MailFile {
    fn from(row: &Attachment) -> Self {
        let (name, content_type, path) = (row.name.clone(), row.content_type.clone(), row.path.clone());
        Self { name, content_type, path }
    }
}

/// Why a file of a request is not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum FileRefusal {
    /// The sender's browser has announced the file and not sent it, or is sending it.
    NotReceived,
    TooLarge,
    TooMany,
    WrongType,
    Unreadable,
    /// The sender's network or the whole site has used its budget, or the disk is full.
    NoSpace,
    /// Deleted, because the request was still quarantined after 30 days.
    Expired,
}

/// A file of a request that is not stored.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RefusedFile {
    pub name: String,
    pub reason: FileRefusal,
}

impl RefusedFile {
    /// Returns the file of a row; `None` if it is stored.
    #[must_use]
    pub fn of(row: Attachment) -> Option<Self> {
        Some(Self { reason: row.refusal?, name: row.name })
    }
}

/// Stores files that don't belong to a contact yet. Returns their ids. If [`store::attach`] doesn't follow within an hour, they are
/// deleted. If one can't be stored, deletes the others at once, so that repeated attempts don't fill the disk.
pub async fn store_files(app: &App, files: Vec<parse::Attachment>) -> Result<Vec<Uuid>> {
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let now = app.clock.now();
    let (mut rows, mut contents) = (Vec::new(), Vec::new());
    for file in files {
        let row =
            Attachment::pending(file.name, file.content_type, file.bytes.len(), now + MAX_PENDING, now)?;
        contents.push((row.path.clone(), file.bytes));
        rows.push(row);
    }
    let ids = rows.iter().map(|row| row.id).collect();
    let tx = app.db.begin().await?;
    store::create(&*tx, rows).await?;
    tx.commit().await?;
    let paths: Vec<String> = contents.iter().map(|(path, _)| path.clone()).collect();
    for (path, bytes) in contents {
        if let Err(cause) = app.private_files.put(&path, bytes.into()).await {
            for path in &paths {
                // Their rows remain for the cleanup, which deletes what can't be deleted now.
                let _ = app.private_files.delete(path).await;
            }
            return Err(cause);
        }
    }
    Ok(ids)
}

/// Deletes the files that belong to no contact: of deleted contacts and messages, and of mail that wasn't filed.
pub async fn delete_detached(app: &App) -> Result<()> {
    let now = app.clock.now();
    if store::has_expired_drafts(app.db.reader(), now).await? {
        let tx = app.db.begin().await?;
        store::detach_expired_drafts(&*tx, now).await?;
        tx.commit().await?;
    }
    loop {
        let rows = store::list_detached(app.db.reader(), app.clock.now(), DELETED_AT_ONCE).await?;
        if rows.is_empty() {
            return Ok(());
        }
        // A refused file of a request has none.
        for row in rows.iter().filter(|row| !row.path.is_empty()) {
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
    let is_here = |row: &Attachment| row.contact_id == Some(contact_id) && row.refusal.is_none();
    let attachment = found.filter(is_here).ok_or(Error::NotFound)?;
    download(&app, &attachment.path, &attachment.name).await
}
