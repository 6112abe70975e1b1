//! From the bytes somebody sent to the files that are kept: checked, and written anew.

use std::sync::{Arc, LazyLock};

use tokio::{sync::Semaphore, task::spawn_blocking};

use super::{raster, svg, upload_kind::Place};
use crate::platform::{
    error::{Error, Result},
    machine,
};

/// With less memory than this, pictures are read one at a time: each may take all that the largest one needs.
const MEMORY_FOR_TWO: u64 = 3 << 30;
static PERMITS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| {
    let permits = if machine::memory() < MEMORY_FOR_TWO { 1 } else { 2 };
    Arc::new(Semaphore::new(permits))
});

/// One file to keep.
pub struct Rendition {
    pub extension: &'static str,
    pub width: u32,
    pub height: u32,
    pub bytes: Vec<u8>,
}

/// The picture, and the same as WebP from narrow to wide.
pub struct Prepared {
    pub main: Rendition,
    pub variants: Vec<Rendition>,
}

/// Waits for a permit, because decoded pictures are large.
pub async fn prepare(place: Place, name: &str, bytes: Vec<u8>) -> Result<Prepared> {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    if !place.takes(&extension) {
        return Err(refused(place.refusal()));
    }
    let permit = PERMITS.clone().acquire_owned().await.map_err(anyhow::Error::new)?;
    let work = spawn_blocking(move || {
        // The work holds the permit: it continues when the request is canceled.
        let _permit = permit;
        match extension.as_str() {
            "svg" => svg::prepare(&bytes),
            _ => raster::prepare(&extension, &bytes),
        }
    });
    work.await.map_err(anyhow::Error::new)?
}

/// The media type of what is kept under an extension.
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

pub fn refused(message: &str) -> Error {
    Error::field("file", message)
}
