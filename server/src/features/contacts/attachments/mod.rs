//! Files that belong to contacts: of messages by mail, of replies, and of requests. Only staff can download them.

pub mod store;

use axum::{
    extract::State,
    http::{HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use uuid::Uuid;

use self::store::Attachment;
use crate::{
    app::App,
    foundation::{identity::extract::Staff, mail::inbound::parse},
    platform::{
        clock::Timestamp,
        error::{Error, Result},
        http::PathId,
        id,
    },
};

/// Prevents that a file runs anything if a browser opens it nevertheless.
const CONTENT_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");
/// The characters of a file name that need no encoding in a header (RFC 8187).
const FILE_NAME: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');

/// The message, reply or request with a file.
#[derive(Clone, Copy, Debug)]
pub enum Owner {
    Message(Uuid),
    Reply(Uuid),
    Request,
}

/// Stores the files of a mail. Returns their rows, which are not stored.
pub async fn store_files(
    app: &App,
    contact_id: Uuid,
    owner: Owner,
    files: Vec<parse::Attachment>,
    now: Timestamp,
) -> Result<Vec<Attachment>> {
    let mut stored = Vec::with_capacity(files.len());
    for file in files {
        let path = format!("{contact_id}/{}", id::hex(&id::random_bytes::<16>()));
        let bytes = i64::try_from(file.bytes.len()).map_err(anyhow::Error::new)?;
        if let Err(cause) = app.private_files.put(&path, file.bytes.into()).await {
            delete_files(app, &stored).await;
            return Err(cause);
        }
        stored.push(Attachment {
            id: id::new_id(now),
            contact_id,
            message_id: if let Owner::Message(id) = owner { Some(id) } else { None },
            reply_id: if let Owner::Reply(id) = owner { Some(id) } else { None },
            name: file.name,
            content_type: file.content_type,
            bytes,
            path,
            created_at: now,
        });
    }
    Ok(stored)
}

/// Deletes the files of attachments whose rows aren't stored. The hourly cleanup deletes a file for which this fails.
pub async fn delete_files(app: &App, attachments: &[Attachment]) {
    for attachment in attachments {
        let _ = app.private_files.delete(&attachment.path).await;
    }
}

/// Downloads a file of a contact.
#[utoipa::path(get, path = "/api/contacts/attachments/{id}", tag = "contacts", operation_id = "download_contact_attachment",
    params(PathId),
    responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream")))]
pub async fn download_attachment(_: Staff, State(app): State<App>, PathId(id): PathId) -> Result<Response> {
    let attachment = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
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
