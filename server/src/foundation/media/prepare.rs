//! Checks and re-encodes an uploaded file.

use std::sync::{Arc, LazyLock};

use tokio::{sync::Semaphore, task::spawn_blocking};

use super::{raster, svg, upload_kind::UploadKind};
use crate::platform::{
    error::{Error, Result},
    machine,
};

/// Memory of the machine in bytes below which only one picture is decoded at a time, because it may need most of the memory.
const MEMORY_FOR_TWO: u64 = 3 << 30;
/// Permits to decode a picture, one for each concurrent decoding.
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

/// Checks and re-encodes an uploaded file. `name` is the name of the file, whose extension decides the format. Waits for a
/// permit, because decoded pictures need much memory.
pub async fn prepare(kind: UploadKind, name: &str, bytes: Vec<u8>) -> Result<Prepared> {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    if !kind.accepts(&extension) {
        return Err(refused(kind.refusal()));
    }
    with_permit(move || match extension.as_str() {
        "svg" => svg::prepare(&bytes),
        _ => raster::prepare(&extension, &bytes),
    })
    .await
}

/// Checks a JPEG, PNG or WebP picture and encodes it again as JPEG or PNG, without metadata. Returns the extension and the content.
pub async fn encoded(bytes: Vec<u8>) -> Result<(&'static str, Vec<u8>)> {
    let Rendition { extension, bytes, .. } = with_permit(move || raster::encoded(&bytes)).await?;
    Ok((extension, bytes))
}

/// Runs `work` in a blocking task, after waiting for a permit.
async fn with_permit<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    let permit = PERMITS.clone().acquire_owned().await.map_err(anyhow::Error::new)?;
    let work = spawn_blocking(move || {
        // The blocking task holds the permit, because it continues when the request is canceled.
        let _permit = permit;
        work()
    });
    work.await.map_err(anyhow::Error::new)?
}

/// Returns the media type of a stored file with this extension, or `None` if no stored file has it.
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

/// Returns the error for an uploaded file that is refused, with a message in Portuguese.
pub fn refused(message: &str) -> Error {
    Error::field("file", message)
}
