//! The public site: routes, page cache, HTML documents, assets, feeds, share cards, and previews of unsaved and unpublished
//! content.

pub mod accent;
pub mod assets;
pub mod blog_feed;
pub mod cache;
pub mod cached_answers;
pub mod cached_pages;
pub mod compress;
pub mod document;
pub mod feeds;
pub mod html_document;
pub mod icons;
pub mod layout;
pub mod pages;
pub mod panel;
pub mod preview;
pub mod routes;
pub mod shared_assets;
pub mod sharing;
pub mod structured_data;

use std::sync::Arc;

use axum::{
    extract::FromRef,
    http::{HeaderMap, StatusCode},
};

use self::{
    assets::Assets,
    cache::PageCache,
    html_document::{ClientRendered, HtmlDocument},
    sharing::pictures::SharePictures,
};
use crate::{
    app::{App, config::RenderFault},
    features::redirects::lookup::Lookup,
    platform::{
        cache::by_revision::ByRevision,
        http::security_headers,
        listener::client_ip::TrustedProxies,
        render::{RenderOptions, Renderer},
    },
};

/// Maximum size of the page cache in bytes: about a thousand pages in all encodings.
pub const CACHE_BYTES: usize = 64 << 20;
/// Maximum size of the cache of the API's answers in bytes. Separate, so that requests with many filters evict no pages.
const ANSWERS_BYTES: usize = 16 << 20;

/// State of the public site's handlers.
#[derive(Clone)]
pub struct Site {
    pub app: App,
    pub assets: Arc<Assets>,
    /// Rendered pages. If a render fails, all requests that wait for it get the [`ClientRendered`] page.
    pub cache: PageCache<ClientRendered>,
    /// Answers of the API to visitors. The error is the status of an answer that isn't cached.
    pub answers: PageCache<StatusCode>,
    pub pictures: SharePictures,
    pub redirects: Arc<Lookup>,
    /// URL of the company's own favicon, by content revision. Empty if the company has none.
    pub favicon: Arc<ByRevision<String>>,
    pub renderer: Renderer,
    pub html_document: Arc<HtmlDocument>,
    /// Headers of every public document.
    pub headers: Arc<HeaderMap>,
    /// Headers of the panel's document.
    pub panel_headers: Arc<HeaderMap>,
    /// Headers of every response of the router that sets no others, such as those of the API.
    pub api_headers: Arc<HeaderMap>,
}

impl Site {
    /// Loads the assets and starts the renderer.
    pub fn start(app: App) -> anyhow::Result<Self> {
        let assets = Assets::load()?;
        let html_document = HtmlDocument::new(&assets, app.config.dev_assets.as_ref())?;
        let headers = |policy: Option<String>| {
            Arc::new(security_headers::for_documents(app.config.hsts(), policy.as_deref()))
        };
        let api_headers = match app.config.dev_assets {
            None => security_headers::for_api(app.config.hsts()),
            // Vite's development server doesn't work with a Content Security Policy.
            Some(_) => security_headers::for_documents(app.config.hsts(), None),
        };
        let source = match app.config.render_fault {
            Some(fault) => faulty_renderer(fault).to_owned(),
            None => assets.server_bundle()?,
        };
        Ok(Self {
            renderer: Renderer::start(source, RenderOptions::default())?,
            pictures: SharePictures::new(&assets.drawings()?)?,
            cache: PageCache::new(CACHE_BYTES, app.clock.clone()),
            answers: PageCache::with_quick_compression(ANSWERS_BYTES, app.clock.clone()),
            redirects: Arc::default(),
            favicon: Arc::default(),
            headers: headers(html_document.policy()),
            panel_headers: headers(html_document.panel_policy()),
            api_headers: Arc::new(api_headers),
            html_document: Arc::new(html_document),
            assets,
            app,
        })
    }
}

/// Returns renderer code that has the configured fault, to test what visitors get when a render fails.
fn faulty_renderer(fault: RenderFault) -> &'static str {
    match fault {
        RenderFault::Loop => "export function render() { for (;;); }",
        RenderFault::Memory => {
            "export function render() { const all = []; for (;;) all.push(new Array(10000).fill(all.length)); }"
        }
        RenderFault::Throw => "export function render() { throw new Error('requested render fault'); }",
    }
}

impl FromRef<Site> for App {
    fn from_ref(site: &Site) -> Self {
        site.app.clone()
    }
}

impl FromRef<Site> for TrustedProxies {
    fn from_ref(site: &Site) -> Self {
        site.app.config.trusted_proxies.clone()
    }
}
