//! Assets of other releases. During an upgrade, a page from one release may request its scripts from another. Each process
//! stores its files in the database and serves files of other releases from there.

mod store;

use std::io::Read;

use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header},
    response::IntoResponse,
};
use chrono::TimeDelta;
use tokio::task::spawn_blocking;

use super::{
    Site,
    assets::{self, Assets},
    compress::Encoding,
};
use crate::{
    app::App,
    platform::{
        error::{Error, Result},
        http::caching,
    },
};

/// Time for which a file remains after a process last marked it as used.
const LIFETIME: TimeDelta = TimeDelta::days(7);
/// Age at which `seen_at` is written again.
const SEEN_INTERVAL: TimeDelta = TimeDelta::days(1);
/// Maximum length of a path, in bytes.
const MAX_PATH: usize = 120;
/// Size of the buffer for decompression, in bytes.
const BUFFER: usize = 4096;
const NO_STORE: [(HeaderName, HeaderValue); 1] = [(header::CACHE_CONTROL, caching::NO_STORE)];

/// Stores the missing files of this release, marks its other files as used, and deletes the files that no process has marked
/// for a week. Writes once a day, or after an upgrade.
pub async fn update(app: &App, assets: &Assets) -> Result<()> {
    let now = app.clock.now();
    let seen = store::seen(app.db.reader()).await?;
    let is_fresh = |path: &str| seen.get(path).is_some_and(|seen_at| now - *seen_at < SEEN_INTERVAL);
    if assets.smallest().all(|(path, ..)| is_fresh(path)) {
        return Ok(());
    }
    let tx = app.db.begin().await?;
    for (path, bytes, encoding) in assets.smallest() {
        if seen.contains_key(path) {
            store::mark_seen(&*tx, path, now).await?;
        } else {
            store::insert(&*tx, path, bytes, encoding == Encoding::Brotli, now).await?;
        }
    }
    store::delete_unseen(&*tx, now - LIFETIME).await?;
    tx.commit().await
}

/// Serves a file of this or another release. A missing file is not cached, because an upgrade may add it.
pub async fn respond(site: &Site, path: &str, request: &HeaderMap) -> Response<Body> {
    if let Some(response) = site.assets.respond(path, request) {
        return response;
    }
    match find(site, path, request).await {
        Ok(Some(response)) => response,
        Ok(None) => (NO_STORE, StatusCode::NOT_FOUND).into_response(),
        Err(cause) => (NO_STORE, cause).into_response(),
    }
}

/// Finds a file of another release.
async fn find(site: &Site, path: &str, request: &HeaderMap) -> Result<Option<Response<Body>>> {
    if path.len() > MAX_PATH {
        return Ok(None);
    }
    let Some((bytes, is_brotli)) = store::find(site.app.db.reader(), path).await? else { return Ok(None) };
    let (bytes, encoding) = match (is_brotli, Encoding::negotiate(request)) {
        (true, Encoding::Brotli) => (bytes, Encoding::Brotli),
        (true, _) => {
            let plain = spawn_blocking(move || decompress(&bytes)).await.map_err(anyhow::Error::new)??;
            (plain, Encoding::Identity)
        }
        (false, _) => (bytes, Encoding::Identity),
    };
    Ok(Some(assets::file_response(assets::content_type(path), bytes.into(), encoding, caching::FOREVER)))
}

fn decompress(brotli: &[u8]) -> Result<Vec<u8>> {
    let mut plain = Vec::new();
    let read = brotli::Decompressor::new(brotli, BUFFER).read_to_end(&mut plain);
    read.map_err(|cause| Error::Internal(anyhow::Error::new(cause).context("decompressing a stored asset")))?;
    Ok(plain)
}
