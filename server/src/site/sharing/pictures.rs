//! Share pictures, drawn on first request and cached in memory.

use std::sync::Arc;

use anyhow::Context;
use axum::body::to_bytes;
use bytes::Bytes;
use chrono::NaiveDate;
use quick_cache::{Weighter, sync::Cache};
use resvg::tiny_skia::Pixmap;
use tokio::{sync::Semaphore, task::spawn_blocking};

use super::{card::version, draw::CardRenderer, logo};
use crate::{
    platform::{
        error::{Error, Result},
        files::Files,
    },
    site::document::Card,
};

/// Maximum size of the cache of pictures in bytes: a few hundred pictures.
const CAPACITY: u64 = 16 << 20;
/// Expected number of cached pictures.
const EXPECTED: usize = 256;
/// Maximum number of cached cards.
const MAX_CARDS: usize = 1000;
/// Maximum number of cached logos.
const MAX_LOGOS: usize = 4;
/// Maximum number of pictures and logos that are drawn at the same time, so that pages don't wait for pictures.
const MAX_CONCURRENT: usize = 2;
/// Maximum size of a logo in bytes. Uploads are smaller.
const MAX_LOGO_BYTES: usize = 8 << 20;

/// Draws and caches pictures. Clones share the caches.
#[derive(Clone)]
pub struct SharePictures {
    renderer: Arc<CardRenderer>,
    /// Pictures as PNG, by the version of their card.
    pictures: Arc<Cache<String, Bytes, PictureSize>>,
    cards: Arc<Cache<CardKey, CardAnswer>>,
    /// Logos by URL. `None` if the logo can't be drawn.
    logos: Arc<Cache<String, Option<Arc<Pixmap>>>>,
    permits: Arc<Semaphore>,
}

/// Content revision, day and name of a picture.
pub type CardKey = (i64, NaiveDate, String);

/// Answer to a request for the card of a page.
#[derive(Clone)]
pub enum CardAnswer {
    Card(Arc<Card>),
    /// The picture's path has changed to this one.
    Moved(String),
}

/// Weighs pictures by their size in bytes.
#[derive(Clone)]
struct PictureSize;

impl Weighter<String, Bytes> for PictureSize {
    fn weight(&self, version: &String, picture: &Bytes) -> u64 {
        (version.len() + picture.len()) as u64
    }
}

impl SharePictures {
    /// Reads fonts and drawings. `drawings` is the JSON of the web build.
    pub fn new(drawings: &[u8]) -> anyhow::Result<Self> {
        Ok(Self {
            renderer: Arc::new(CardRenderer::new(drawings)?),
            pictures: Arc::new(Cache::with_weighter(EXPECTED, CAPACITY, PictureSize)),
            cards: Arc::new(Cache::new(MAX_CARDS)),
            logos: Arc::new(Cache::new(MAX_LOGOS)),
            permits: Arc::new(Semaphore::new(MAX_CONCURRENT)),
        })
    }

    /// Returns the cached result of `find`, or runs it. Errors are not cached.
    pub async fn card(
        &self,
        key: &CardKey,
        find: impl Future<Output = Result<CardAnswer>>,
    ) -> Result<CardAnswer> {
        self.cards.get_or_insert_async(key, find).await
    }

    /// Returns a picture as PNG. Concurrent requests for one picture draw it once.
    pub async fn png(&self, card: Arc<Card>, files: &Files) -> anyhow::Result<Bytes> {
        let version = version(&card);
        self.pictures.get_or_insert_async(&version, self.draw(card, files)).await
    }

    async fn draw(&self, card: Arc<Card>, files: &Files) -> anyhow::Result<Bytes> {
        let logo = match &*card.logo {
            "" => None,
            url => self.logos.get_or_insert_async(url, self.draw_logo(url, files)).await?,
        };
        let renderer = self.renderer.clone();
        Ok(self.run(move || renderer.draw(&card, logo.as_deref())).await??.into())
    }

    /// Draws a logo. `None` if it was deleted or can't be drawn.
    async fn draw_logo(&self, url: &str, files: &Files) -> anyhow::Result<Option<Arc<Pixmap>>> {
        let Some(bytes) = read_logo(files, url).await? else { return Ok(None) };
        let is_svg = url.ends_with(".svg");
        // A panic of the renderer is an error of `run`.
        let drawn = self.run(move || logo::draw(&bytes, is_svg)).await.flatten();
        let drawn =
            drawn.inspect_err(|cause| tracing::warn!(%cause, url, "logo can't be drawn on share pictures"));
        Ok(drawn.ok().map(Arc::new))
    }

    /// Runs `work` on a blocking thread, at most [`MAX_CONCURRENT`] at the same time.
    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> anyhow::Result<T> {
        let permit =
            self.permits.clone().acquire_owned().await.context("the semaphore of drawings is closed")?;
        let drawn = spawn_blocking(move || {
            // The work holds the permit, because it continues if the request is canceled.
            let _permit = permit;
            work()
        });
        Ok(drawn.await?)
    }
}

/// Reads the file of a logo. `None` if it was deleted.
async fn read_logo(files: &Files, url: &str) -> anyhow::Result<Option<Bytes>> {
    let Some(path) = url.strip_prefix("/media/") else { return Ok(None) };
    let content = match files.get(path).await {
        Ok(content) => content,
        Err(Error::NotFound) => return Ok(None),
        Err(cause) => return Err(cause.into()),
    };
    Ok(Some(to_bytes(content.body, MAX_LOGO_BYTES).await?))
}
