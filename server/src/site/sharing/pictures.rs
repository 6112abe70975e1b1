//! The pictures of pages, drawn on first request and cached in memory.

use std::sync::Arc;

use anyhow::Context;
use axum::{
    body::{Body, to_bytes},
    extract::{Path, RawQuery, State, rejection::PathRejection},
    http::{HeaderName, Response, header},
    response::{IntoResponse, Redirect},
};
use bytes::Bytes;
use chrono::NaiveDate;
use quick_cache::{Weighter, sync::Cache};
use resvg::tiny_skia::Pixmap;
use tokio::{sync::Semaphore, task::spawn_blocking};

use super::{
    address::{self, PictureSubject},
    card::Card,
    draw::Studio,
    logo,
};
use crate::{
    app::App,
    platform::{
        date,
        error::{Error, Result},
        files::Files,
    },
    site::Site,
};

/// Size of the cache of pictures in bytes: a few hundred.
const CAPACITY: u64 = 16 << 20;
const USUAL: usize = 256;
/// Number of cached cards.
const KNOWN: usize = 1000;
/// Number of cached logos.
const LOGOS: usize = 4;
/// Number of concurrent drawings. Pages must not wait for pictures.
const AT_ONCE: usize = 2;
/// Maximum size of a logo in bytes. Uploads are smaller.
const MAX_LOGO: usize = 8 << 20;
const FOREVER: &str = "public, max-age=31536000, immutable";
const FIVE_MINUTES: &str = "public, max-age=300";

/// Clones share the caches.
#[derive(Clone)]
pub struct Pictures {
    studio: Arc<Studio>,
    drawn: Arc<Cache<String, Bytes, Size>>,
    /// Cards by content revision, day and name.
    found: Arc<Cache<(i64, NaiveDate, String), Found>>,
    /// Logos by address. `None` if the logo can't be drawn.
    logos: Arc<Cache<String, Option<Arc<Pixmap>>>>,
    permits: Arc<Semaphore>,
}

/// Answer to a request for a picture.
#[derive(Clone)]
enum Found {
    Card(Arc<Card>),
    Moved(String),
}

#[derive(Clone)]
struct Size;

impl Weighter<String, Bytes> for Size {
    fn weight(&self, version: &String, picture: &Bytes) -> u64 {
        (version.len() + picture.len()) as u64
    }
}

impl Pictures {
    /// `drawings` is the JSON that the web build wrote.
    pub fn new(drawings: &[u8]) -> anyhow::Result<Self> {
        Ok(Self {
            studio: Arc::new(Studio::new(drawings)?),
            drawn: Arc::new(Cache::with_weighter(USUAL, CAPACITY, Size)),
            found: Arc::new(Cache::new(KNOWN)),
            logos: Arc::new(Cache::new(LOGOS)),
            permits: Arc::new(Semaphore::new(AT_ONCE)),
        })
    }

    /// Returns the picture as PNG. Concurrent requests for one picture draw it once.
    pub async fn of(&self, card: Arc<Card>, files: &Files) -> anyhow::Result<Bytes> {
        let version = card.version();
        self.drawn.get_or_insert_async(&version, self.draw(card, files)).await
    }

    async fn draw(&self, card: Arc<Card>, files: &Files) -> anyhow::Result<Bytes> {
        let logo = match &*card.logo {
            "" => None,
            url => self.logos.get_or_insert_async(url, self.draw_logo(url, files)).await?,
        };
        let studio = self.studio.clone();
        Ok(self.work(move || studio.draw(&card, logo.as_deref())).await??.into())
    }

    /// Draws a logo. `None` if it was deleted or can't be drawn.
    async fn draw_logo(&self, url: &str, files: &Files) -> anyhow::Result<Option<Arc<Pixmap>>> {
        let Some(bytes) = read_logo(files, url).await? else { return Ok(None) };
        let is_svg = url.ends_with(".svg");
        // A panic of the renderer is one more reason why it can't be drawn.
        let drawn = self.work(move || logo::draw(&bytes, is_svg)).await.flatten();
        let drawn =
            drawn.inspect_err(|cause| tracing::warn!(%cause, url, "the logo can't be drawn on cards"));
        Ok(drawn.ok().map(Arc::new))
    }

    /// Runs `work` on a blocking thread, within the limit of concurrent drawings.
    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> anyhow::Result<T> {
        let permit = self.permits.clone().acquire_owned().await.context("the semaphore is never closed")?;
        let drawn = spawn_blocking(move || {
            // The work holds the permit: it continues when the request is canceled.
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
    Ok(Some(to_bytes(content.body, MAX_LOGO).await?))
}

/// Serves the picture of a page. If the requested version is not the current one, the answer is cached for a short time.
pub async fn picture(
    State(site): State<Site>,
    name: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
) -> Result<Response<Body>> {
    let Ok(Path(name)) = name else { return Err(Error::NotFound) };
    // Texts may name the year.
    let key = (site.app.db.revision().current(), date::day_of(site.app.clock.now()), name);
    let found = site.pictures.found.get_or_insert_async(&key, find(&site.app, &key.2)).await?;
    let card = match found {
        Found::Card(card) => card,
        Found::Moved(path) => return Ok(Redirect::permanent(&path).into_response()),
    };
    let kept = if query == Some(address::query(&card)) { FOREVER } else { FIVE_MINUTES };
    let png = site.pictures.of(card, &site.app.files).await.map_err(Error::Internal)?;
    let headers: [(HeaderName, &str); 3] = [
        (header::CONTENT_TYPE, "image/png"),
        (header::CACHE_CONTROL, kept),
        // Pictures of shared pages are for other sites to show.
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    Ok((headers, png).into_response())
}

async fn find(app: &App, name: &str) -> Result<Found> {
    let page = match address::subject(app, name).await? {
        PictureSubject::Page(page) => page,
        PictureSubject::Moved(path) => return Ok(Found::Moved(address::path(&path))),
        PictureSubject::Missing => return Err(Error::NotFound),
    };
    let card = page.document(app).await?.head.card.ok_or(Error::NotFound)?;
    Ok(Found::Card(Arc::new(card)))
}
