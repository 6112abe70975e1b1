//! Stylesheets with the company's own colors: the panel loads one with the colors alone after its own styles, and pages load one that starts
//! with the site's styles, so that they load a single file. The URL of each contains the color and a version, so that browsers
//! cache it permanently.

use std::sync::{Arc, Mutex, PoisonError};

use axum::{
    body::Body,
    extract::{Path, RawQuery, State, rejection::PathRejection},
    http::{HeaderMap, Response},
};
use bytes::Bytes;
use sha2::{Digest, Sha256};

use super::{
    Site,
    assets::{Assets, File, file_response},
    compress::Encoding,
};
use crate::{
    app::App,
    foundation::settings::{self, accent::Accent},
    platform::{
        color::Color,
        error::{Error, Result},
        http::caching::{FIVE_MINUTES, FOREVER},
        id,
    },
};

const CSS: &str = "text/css; charset=utf-8";
/// Start of the name of a stylesheet with the site's styles.
const SITE: &str = "site-";

/// Returns the URL of the stylesheet with the colors alone. `None` if the site has the design's own colors.
#[must_use]
pub fn colors_url(accent_color: &str) -> Option<String> {
    let accent = Some(Accent::of(accent_color)).filter(Accent::is_custom)?;
    Some(url("", &accent, &version(&[accent.css().as_bytes()])))
}

fn url(prefix: &str, accent: &Accent, version: &str) -> String {
    format!("/assets/colors/{prefix}{}.css?v={version}", accent.chosen.to_string().split_off(1))
}

/// The site's own stylesheet, and the company's.
#[derive(Default)]
pub struct SiteStyles {
    /// Path of the site's own stylesheet. Empty in development.
    path: String,
    css: Bytes,
    /// The compressed stylesheet of the company, with its version.
    company: Mutex<Option<(String, Arc<File>)>>,
}

impl SiteStyles {
    /// `path` is the path of the site's own stylesheet. Empty in development, where Vite inserts the styles.
    #[must_use]
    pub fn new(assets: &Assets, path: String) -> Self {
        let css = assets.plain(path.trim_start_matches('/')).unwrap_or_default();
        Self { path, css, company: Mutex::default() }
    }

    /// Returns the URL of the stylesheet for the accent color in the settings. `None` if there is none to load.
    #[must_use]
    pub fn url(&self, accent_color: &str) -> Option<String> {
        if self.path.is_empty() {
            return colors_url(accent_color);
        }
        let accent = Some(Accent::of(accent_color)).filter(Accent::is_custom);
        Some(accent.map_or_else(|| self.path.clone(), |accent| url(SITE, &accent, &self.version(&accent))))
    }

    /// Returns the version of the stylesheet with a color. The path contains a hash of the site's styles.
    fn version(&self, accent: &Accent) -> String {
        version(&[self.path.as_bytes(), accent.css().as_bytes()])
    }

    /// Returns the stylesheet with a color. The one with the color in the settings is compressed once.
    async fn with_color(&self, app: &App, accent: &Accent, version: &str) -> Result<Arc<File>> {
        let known = self.company.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((_, file)) = known.filter(|(known, _)| known == version) {
            return Ok(file);
        }
        let css = [&*self.css, accent.css().as_bytes()].concat();
        let company = settings::store::company(app.db.reader()).await?;
        if Accent::of(&company.accent_color).chosen != accent.chosen {
            return Ok(Arc::new(File::plain(CSS, css)));
        }
        let compressed = tokio::task::spawn_blocking(|| File::compress(CSS, css)).await;
        let file = Arc::new(compressed.map_err(anyhow::Error::new)?);
        *self.company.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((version.to_owned(), file.clone()));
        Ok(file)
    }
}

/// Serves the stylesheet of a color. Browsers cache it permanently if the requested version is the current one, otherwise
/// for five minutes.
pub async fn stylesheet(
    State(site): State<Site>,
    name: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
    request: HeaderMap,
) -> Result<Response<Body>> {
    let Ok(Path(name)) = name else { return Err(Error::NotFound) };
    let digits = name.strip_suffix(".css").ok_or(Error::NotFound)?;
    let (is_site, digits) = digits.strip_prefix(SITE).map_or((false, digits), |digits| (true, digits));
    let color = Some(digits).filter(|digits| !digits.starts_with('#')).and_then(Color::parse);
    let accent = Accent::from(color.ok_or(Error::NotFound)?);
    let styles = &site.html_document.styles;
    let (file, version) = if is_site {
        let version = styles.version(&accent);
        (styles.with_color(&site.app, &accent, &version).await?, version)
    } else {
        let css = accent.css();
        let version = version(&[css.as_bytes()]);
        (Arc::new(File::plain(CSS, css)), version)
    };
    let caching = if query == Some(format!("v={version}")) { FOREVER } else { FIVE_MINUTES };
    let (body, encoding) = file.variant(Encoding::negotiate(&request));
    Ok(file_response(CSS, body, encoding, caching))
}

/// Returns the version of a stylesheet: the beginning of its hash. Different releases may derive different styles from the
/// same color.
fn version(parts: &[&[u8]]) -> String {
    id::hex(&Sha256::digest(parts.concat())[..4])
}
