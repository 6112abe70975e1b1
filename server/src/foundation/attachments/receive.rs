//! Receives a file of a form. It is written to the disk while it arrives, so that slow uploads need no memory.

use std::{
    io,
    path::{Path, PathBuf},
};

use axum::extract::{
    Multipart,
    multipart::{Field, MultipartRejection},
};
use tokio::{fs::File, io::AsyncWriteExt};

use super::Policy;
use crate::{
    app::App,
    platform::{
        error::{Error, Result},
        http::multipart::broken,
        id,
        text::file_name,
    },
};

/// Maximum size of a field other than a file, in bytes.
const MAX_TEXT_BYTES: usize = 100 * 1024;

/// A received file, in a temporary file that is deleted when this is dropped.
#[derive(Debug)]
pub struct ReceivedFile {
    /// Name without folders and hidden characters.
    pub name: String,
    /// Size in bytes, at most the maximum.
    pub length: u64,
    /// `None` if the file is larger than the maximum; its content is then discarded.
    temporary: Option<Temporary>,
}

/// The path of a temporary file.
#[derive(Debug)]
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        // The cleanup of incomplete files deletes it otherwise.
        let _ = std::fs::remove_file(&self.0);
    }
}

impl ReceivedFile {
    #[must_use]
    pub const fn is_too_large(&self) -> bool {
        self.temporary.is_none()
    }

    /// Returns the content, or `None` if the file is too large.
    pub async fn read(self) -> Result<Option<Vec<u8>>> {
        match &self.temporary {
            Some(temporary) => Ok(Some(tokio::fs::read(&temporary.0).await.map_err(failed)?)),
            None => Ok(None),
        }
    }
}

/// Receives the file of a field. Discards what exceeds `max_bytes`.
pub async fn receive(app: &App, mut field: Field<'_>, max_bytes: u64) -> Result<ReceivedFile> {
    let name = file_name::clean(field.file_name().unwrap_or_default());
    let path = temporary_path(app);
    let mut file = File::create(&path).await.map_err(failed)?;
    let mut received = ReceivedFile { name, length: 0, temporary: Some(Temporary(path)) };
    while let Some(chunk) = field.chunk().await.map_err(|cause| broken(&cause))? {
        if received.is_too_large() {
            continue;
        }
        received.length += chunk.len() as u64;
        if received.length > max_bytes {
            received.temporary = None;
        } else {
            file.write_all(&chunk).await.map_err(failed)?;
        }
    }
    file.flush().await.map_err(failed)?;
    Ok(received)
}

/// Returns a new path in the folder of private files. The cleanup recognizes an incomplete file by the character `#`.
fn temporary_path(app: &App) -> PathBuf {
    let folder = app.private_files.folder().map_or_else(std::env::temp_dir, Path::to_owned);
    folder.join(format!("received#{}", id::hex(&id::random_bytes::<16>())))
}

fn failed(cause: io::Error) -> Error {
    if matches!(cause.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) {
        return Error::StorageFull;
    }
    Error::Internal(anyhow::Error::new(cause).context("writing a received file"))
}

/// Receives the only file of a form, in the field `file`.
pub async fn one_file(
    app: &App,
    form: Result<Multipart, MultipartRejection>,
    policy: &Policy,
) -> Result<ReceivedFile> {
    let mut form = form.map_err(|_| Error::BadRequest("Envie o arquivo como multipart/form-data."))?;
    let mut received = None;
    while let Some(field) = form.next_field().await.map_err(|cause| broken(&cause))? {
        match field.name().unwrap_or("") {
            "file" if received.is_some() => return Err(Error::field("file", "Envie um arquivo por vez.")),
            "file" => {
                let file = receive(app, field, policy.max_bytes).await?;
                if file.is_too_large() {
                    return Err(Error::field("file", policy.too_large));
                }
                received = Some(file);
            }
            _ => return Err(Error::BadRequest("O formulário tem um campo desconhecido.")),
        }
    }
    received.filter(|file| file.length > 0).ok_or_else(|| Error::field("file", "Escolha um arquivo."))
}

/// Reads a short text field.
pub async fn text(mut field: Field<'_>) -> Result<String> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(|cause| broken(&cause))? {
        if bytes.len() + chunk.len() > MAX_TEXT_BYTES {
            return Err(Error::PayloadTooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    String::from_utf8(bytes).map_err(|_| Error::BadRequest("O formulário enviado não pôde ser lido."))
}
