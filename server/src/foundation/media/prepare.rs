//! Checks and re-encodes an uploaded file.

use std::sync::{Arc, LazyLock};

use tokio::{sync::Semaphore, task::spawn_blocking};

use super::{raster, svg, upload_kind::UploadKind};
use crate::platform::{
    error::{Error, Result},
    machine,
};

/// Memory of the machine in bytes below which pictures are decoded one at a time, because one may need most of it.
const MEMORY_FOR_TWO: u64 = 3 << 30;
/// Permits to decode a picture.
static PERMITS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| {
    let permits = if machine::memory() < MEMORY_FOR_TWO { 1 } else { 2 };
    Arc::new(Semaphore::new(permits))
});

/// A file to store.
pub struct Rendition {
    pub extension: &'static str,
    pub width: u32,
    pub height: u32,
    pub bytes: Vec<u8>,
}

/// A picture and its WebP variants, from narrow to wide.
pub struct Prepared {
    pub main: Rendition,
    pub variants: Vec<Rendition>,
}

/// Checks and re-encodes a file with the name `name`. Waits for a permit, because decoded pictures need much memory.
pub async fn prepare(kind: UploadKind, name: &str, bytes: Vec<u8>) -> Result<Prepared> {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    if !kind.accepts(&extension) {
        return Err(refused(kind.refusal()));
    }
    let permit = PERMITS.clone().acquire_owned().await.map_err(anyhow::Error::new)?;
    let work = spawn_blocking(move || {
        // Held by the work, which continues when the request is canceled.
        let _permit = permit;
        match extension.as_str() {
            "svg" => svg::prepare(&bytes),
            _ => raster::prepare(&extension, &bytes),
        }
    });
    work.await.map_err(anyhow::Error::new)?
}

/// Returns the media type of a stored file by its extension.
#[must_use]
pub fn content_type(extension: &str) -> Option<&'static str> {
    match extension {
        "jpg" => Some("image/jpeg"),
        "png" => Some("image/png"),
        "webp" => Some("image/webp"),
        "svg" => Some("image/svg+xml"),
        _ => None,
    }
}

/// Returns the error for a file that is refused.
pub fn refused(message: &str) -> Error {
    Error::field("file", message)
}
