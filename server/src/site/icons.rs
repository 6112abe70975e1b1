//! Icons at fixed paths, made from `web/src/ui/icon.svg`.

use axum::{
    body::Body,
    extract::State,
    http::{HeaderName, Response, header},
    response::{IntoResponse, Redirect},
};

use super::Site;
use crate::{
    foundation::settings,
    platform::{
        error::Result,
        http::caching::{A_DAY, FIVE_MINUTES},
    },
};

macro_rules! icon {
    ($file:literal) => {
        include_bytes!(concat!("../../content/icons/", $file)).as_slice()
    };
}

pub async fn touch_icon() -> Response<Body> {
    png(icon!("apple-touch-icon.png"))
}

pub async fn icon_32() -> Response<Body> {
    png(icon!("icon-32.png"))
}

pub async fn icon_192() -> Response<Body> {
    png(icon!("icon-192.png"))
}

pub async fn icon_512() -> Response<Body> {
    png(icon!("icon-512.png"))
}

/// Serves `/favicon.ico`, or redirects to the company's own favicon. Programs request this path without reading a page, and
/// not all of them support SVG.
pub async fn favicon(State(site): State<Site>) -> Result<Response<Body>> {
    let db = &site.app.db;
    let read = async { Ok(settings::store::all(db.reader()).await?.seo.favicon) };
    let own = site.favicon.get(db.revision().current(), read).await?;
    if own.is_empty() {
        return Ok(icon("image/x-icon", icon!("favicon.ico")));
    }
    Ok(([(header::CACHE_CONTROL, FIVE_MINUTES)], Redirect::temporary(&own)).into_response())
}

fn png(bytes: &'static [u8]) -> Response<Body> {
    icon("image/png", bytes)
}

fn icon(content_type: &str, bytes: &'static [u8]) -> Response<Body> {
    let headers: [(HeaderName, &str); 2] =
        [(header::CONTENT_TYPE, content_type), (header::CACHE_CONTROL, A_DAY)];
    (headers, bytes).into_response()
}
