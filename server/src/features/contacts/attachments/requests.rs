//! Files that visitors send with a request. The request is stored first, with the names of its files; each file follows and fills its
//! slot. So a request is never lost for a file, and staff see which files didn't arrive.

use std::net::IpAddr;

use axum::{
    Json,
    extract::{Multipart, State, multipart::MultipartRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use chrono::TimeDelta;
use sea_orm::ConnectionTrait;
use serde::Serialize;
use subtle::ConstantTimeEq;
use tokio::sync::Semaphore;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    FileRefusal, MAX_PENDING, RefusedFile,
    store::{self, Attachment},
};
use crate::{
    app::{App, limits::FormLimit},
    features::contacts::{model::Contact, store as contacts},
    foundation::{
        attachments::{
            Problem, REQUESTS, ReceivedFile,
            content::check,
            receive::{receive, text},
        },
        mail::LINK_INVALID,
    },
    platform::{
        clock::Timestamp,
        crypto::secret_key::SecretKey,
        db::wait_budget::sharing_budget,
        error::{Error, ErrorBody, Result},
        http::{PathId, multipart::broken},
        id,
        limits::rate_limit::network_of,
        listener::client_ip::ClientIp,
        text::file_name,
    },
};

/// Maximum number of files of a request.
pub const MAX_FILES: usize = 3;
/// Maximum number of names that a request can announce. Those of files over the maximum are stored as refused.
pub const MAX_NAMES: usize = 10;
/// Maximum number of characters of a name that a request announces.
pub const MAX_FILE_NAME: usize = 300;
/// Maximum total size of the files of a request, in bytes.
pub const MAX_TOTAL: u64 = 10 << 20;
/// Maximum total size in bytes of the stored files of all requests. Further files are refused until some are deleted, so that
/// visitors can't fill the disk.
const MAX_STORED: i64 = 5 << 30;
/// Maximum total size in bytes of the files of all requests in 24 hours.
const MAX_PER_DAY: i64 = 500 << 20;
/// Time after the request in which its files can arrive.
const MAX_DELAY: TimeDelta = TimeDelta::hours(1);
/// Age at which the files of a request that is still quarantined are deleted.
const MAX_QUARANTINED_AGE: TimeDelta = TimeDelta::days(30);
/// Maximum number of files that one run of the maintenance deletes.
const EXPIRED_AT_ONCE: u64 = 200;
/// Size of the unit in which the budget of a network is counted, in bytes.
const MEGABYTE: u64 = 1 << 20;
/// Purpose of the MAC.
const PURPOSE: &str = "files of a contact";
/// Length of a token in characters.
pub const TOKEN_LENGTH: usize = 32;

const OVER_TOTAL: (FileRefusal, &str) = (FileRefusal::TooLarge, "Os arquivos passam de 10 MB no total.");
const NO_SPACE: &str = "No momento não conseguimos guardar este arquivo.";

/// One file of visitors is checked at a time, because decoded pictures need much memory and staff upload pictures, too. Uploads wait here
/// only after they have arrived, so slow ones don't delay others.
static CHECKS: Semaphore = Semaphore::const_new(1);

/// The form that sends a file of a request.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form in the contract; the fields are read one by one")]
pub struct RequestFileUpload {
    /// The `upload_token` of the contact. It must come before the file.
    token: String,
    /// Position of the file in the `file_names` of the contact, from 0. It must come before the file.
    slot: String,
    /// A PDF, JPEG, PNG or WebP of at most 5 MB.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}

/// A stored file of a request.
#[derive(Serialize, ToSchema)]
pub struct RequestFile {
    pub name: String,
}

/// A file and its position in the request.
pub struct SentFile {
    pub slot: usize,
    pub file: ReceivedFile,
}

/// Returns the token with which the sender of a request can send its files.
#[must_use]
pub fn token(key: &SecretKey, contact_id: Uuid) -> String {
    let mac = key.mac(PURPOSE, contact_id.as_bytes());
    id::hex(&mac[..TOKEN_LENGTH / 2])
}

/// Returns the slots of the files that a request announces.
pub fn announced(contact_id: Uuid, names: &[String], now: Timestamp) -> Result<Vec<Attachment>> {
    let mut slots = Vec::new();
    for (index, name) in names.iter().take(MAX_NAMES).enumerate() {
        let refusal = if index < MAX_FILES { FileRefusal::NotReceived } else { FileRefusal::TooMany };
        slots.push(Attachment {
            contact_id: Some(contact_id),
            slot: Some(i32::try_from(index).map_err(anyhow::Error::new)?),
            refusal: Some(refusal),
            ..Attachment::new(file_name::clean(name), now)
        });
    }
    Ok(slots)
}

/// Receives a file of a request, which the request has announced. A repeated call returns the stored file.
#[utoipa::path(post, path = "/api/contacts/{id}/files", tag = "contacts", operation_id = "send_contact_file",
    params(PathId),
    request_body(content = RequestFileUpload, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = RequestFile),
        (status = 403, description = "`link_invalid`: the token or the slot is wrong, or the request is older than an hour",
            body = ErrorBody),
        (status = 422, description = "`invalid_fields`: the file isn't accepted", body = ErrorBody)))]
pub async fn send_file(
    _: FormLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    PathId(contact_id): PathId,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Response> {
    let mut form = form.map_err(|_| Error::BadRequest("Envie o arquivo como multipart/form-data."))?;
    let (mut sent_token, mut slot) = (String::new(), None);
    while let Some(field) = form.next_field().await.map_err(|cause| broken(&cause))? {
        match field.name().unwrap_or("") {
            "token" => sent_token = text(field).await?,
            "slot" => slot = text(field).await?.parse().ok(),
            "file" => {
                let slot = slot.filter(|slot| *slot < MAX_FILES).ok_or(Error::Refused(LINK_INVALID))?;
                let is_valid = token(&app.secret_key, contact_id).as_bytes().ct_eq(sent_token.as_bytes());
                if !bool::from(is_valid) {
                    return Err(Error::Refused(LINK_INVALID));
                }
                if let Some(stored) = find_stored(&app, contact_id, slot).await? {
                    return Ok(created(stored.name));
                }
                let file = receive(&app, field, REQUESTS.max_bytes).await?;
                return accept_and_answer(&app, ip, contact_id, SentFile { slot, file }).await;
            }
            _ => return Err(Error::BadRequest("O formulário tem um campo desconhecido.")),
        }
    }
    Err(Error::field("file", "Escolha um arquivo."))
}

fn created(name: String) -> Response {
    (StatusCode::CREATED, Json(RequestFile { name })).into_response()
}

async fn accept_and_answer(app: &App, ip: IpAddr, contact_id: Uuid, file: SentFile) -> Result<Response> {
    let (name, slot) = (file.file.name.clone(), file.slot);
    let app_of_task = app.clone();
    // In its own task, so that a canceled request doesn't leave a file without a contact.
    let accepted = async move { accept(&app_of_task, ip, contact_id, file).await };
    match tokio::spawn(sharing_budget(accepted)).await.map_err(anyhow::Error::new)?? {
        Ok(()) => {
            let stored = find_stored(app, contact_id, slot).await?;
            Ok(created(stored.map_or(name, |row| row.name)))
        }
        Err((_, message)) => Err(Error::field("file", message)),
    }
}

/// Returns the file in a slot of a recent request, if it is stored.
async fn find_stored(app: &App, contact_id: Uuid, slot: usize) -> Result<Option<Attachment>> {
    let db = app.db.reader();
    let found = contacts::find(db, contact_id).await?.map(|(_, contact)| contact);
    let is_recent = |contact: &Contact| contact.created_at > app.clock.now() - MAX_DELAY;
    if !found.as_ref().is_some_and(is_recent) {
        return Err(Error::Refused(LINK_INVALID));
    }
    let slot = i32::try_from(slot).map_err(anyhow::Error::new)?;
    let rows = store::list_of_request(db, contact_id).await?;
    let row = rows.into_iter().find(|row| row.slot == Some(slot)).ok_or(Error::Refused(LINK_INVALID))?;
    Ok(Some(row).filter(|row| row.refusal.is_none()))
}

/// Checks a received file and stores it in its slot. A file that can't be stored is remembered there with the reason.
///
/// # Errors
/// The inner error is the reason for which the file is refused, with a message for its sender.
pub async fn accept(
    app: &App,
    ip: IpAddr,
    contact_id: Uuid,
    sent: SentFile,
) -> Result<Result<(), (FileRefusal, &'static str)>> {
    let slot = (contact_id, i32::try_from(sent.slot).map_err(anyhow::Error::new)?);
    let accepted = match store_in_slot(app, ip, slot, sent.file).await {
        Ok(accepted) => accepted,
        Err(Error::StorageFull | Error::Unavailable | Error::RateLimited { .. }) => {
            Err((FileRefusal::NoSpace, NO_SPACE))
        }
        Err(error) => return Err(error),
    };
    if let Err((refusal, _)) = accepted {
        tracing::info!(contact = %contact_id, ?refusal, "file of a request refused");
        let tx = app.db.begin().await?;
        store::refuse_slot(&*tx, slot, refusal).await?;
        tx.commit().await?;
    }
    Ok(accepted)
}

async fn store_in_slot(
    app: &App,
    ip: IpAddr,
    slot: (Uuid, i32),
    received: ReceivedFile,
) -> Result<Result<(), (FileRefusal, &'static str)>> {
    let earlier = store::list_of_request(app.db.reader(), slot.0).await?;
    if earlier.iter().any(|row| row.slot == Some(slot.1) && row.refusal.is_none()) {
        return Ok(Ok(()));
    }
    if received.is_too_large() {
        return Ok(Err(refused(Problem::TooLarge)));
    }
    let now = app.clock.now();
    let megabytes = received.length.div_ceil(MEGABYTE);
    let network = network_of(ip);
    (0..megabytes).try_for_each(|_| app.limits.received_megabytes.take(network, app.clock.steady()))?;
    let _permit = CHECKS.acquire().await.map_err(anyhow::Error::new)?;
    // Checked before the content, and again when the file is added.
    if is_over_total(app.db.reader(), slot.0, received.length).await? {
        return Ok(Err(OVER_TOTAL));
    }
    let file = match check(received, &REQUESTS).await? {
        Ok(file) => file,
        Err(problem) => return Ok(Err(refused(problem))),
    };
    let (total, recent) = store::bytes_of_requests(app.db.reader(), now - TimeDelta::days(1)).await?;
    let row = Attachment::of_checked(&file, now + MAX_PENDING, now)?;
    if total + row.bytes > MAX_STORED || recent + row.bytes > MAX_PER_DAY {
        tracing::warn!(total, recent, "the budget for files of requests is used up; a file was refused");
        return Err(Error::StorageFull);
    }
    let tx = app.db.begin().await?;
    store::create(&*tx, vec![row.clone()]).await?;
    tx.commit().await?;
    app.private_files.put(&row.path, file.bytes).await?;
    let tx = app.db.begin().await?;
    // Locked, because another process may be adding a file.
    contacts::find_for_update(&*tx, slot.0).await?;
    let is_over_total = is_over_total(&*tx, slot.0, u64::try_from(row.bytes).unwrap_or(u64::MAX)).await?;
    if is_over_total || !store::fill_slot(&*tx, slot, &row).await? {
        // Another attempt has stored the file, or the contact was erased. The cleanup deletes this copy.
        store::end_pending(&*tx, row.id).await?;
    }
    tx.commit().await?;
    Ok(if is_over_total { Err(OVER_TOTAL) } else { Ok(()) })
}

/// Returns whether another file of this size exceeds the total of a request.
async fn is_over_total(connection: &impl ConnectionTrait, contact_id: Uuid, bytes: u64) -> Result<bool> {
    let stored: i64 = store::list_of_request(connection, contact_id).await?.iter().map(|row| row.bytes).sum();
    Ok(u64::try_from(stored).unwrap_or(0).saturating_add(bytes) > MAX_TOTAL)
}

const fn refused(problem: Problem) -> (FileRefusal, &'static str) {
    let refusal = match problem {
        Problem::TooLarge => FileRefusal::TooLarge,
        Problem::WrongType => FileRefusal::WrongType,
        Problem::Unreadable(_) => FileRefusal::Unreadable,
    };
    (refusal, problem.message(&REQUESTS))
}

/// Returns the files of a request that are not stored, for the page after sending it. Empty for an old request, because its address may
/// be known to others.
pub async fn list_refused(
    connection: &impl ConnectionTrait,
    contact: &Contact,
    now: Timestamp,
) -> Result<Vec<RefusedFile>> {
    if contact.created_at < now - MAX_DELAY {
        return Ok(Vec::new());
    }
    let rows = store::list_of_request(connection, contact.id).await?;
    Ok(rows.into_iter().filter_map(RefusedFile::of).collect())
}

/// Deletes the files of requests that are still quarantined after 30 days. The requests and the names remain.
pub async fn delete_old_of_quarantined(app: &App) -> Result<()> {
    let older_than = app.clock.now() - MAX_QUARANTINED_AGE;
    loop {
        let rows = store::list_old_of_quarantined(app.db.reader(), older_than, EXPIRED_AT_ONCE).await?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in &rows {
            app.private_files.delete(&row.path).await?;
        }
        let tx = app.db.begin().await?;
        store::set_expired(&*tx, rows.iter().map(|row| row.id).collect()).await?;
        tx.commit().await?;
    }
}
