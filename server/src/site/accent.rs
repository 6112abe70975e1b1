//! The company's own colors as a style sheet of its own: pages name it after theirs, and only where there are any. What
//! it says is in its address, so that browsers may keep it for good.

use std::fmt::Write as _;

use axum::{
    body::Body,
    extract::{Path, RawQuery, rejection::PathRejection},
    http::{HeaderName, Response, header},
    response::IntoResponse,
};
use sha2::{Digest, Sha256};

use crate::{
    foundation::settings::accent::Accent,
    platform::{
        color::Color,
        error::{Error, Result},
    },
};

const FOREVER: &str = "public, max-age=31536000, immutable";
const FIVE_MINUTES: &str = "public, max-age=300";

/// Where the colors that follow from the setting are; nowhere while they are the design's.
#[must_use]
pub fn address(setting: &str) -> Option<String> {
    let accent = Some(Accent::of(setting)).filter(Accent::is_own)?;
    let digits = accent.chosen.to_string().split_off(1);
    Some(format!("/assets/colors/{digits}.css?v={}", version(&accent.css())))
}

/// The style sheet of a color. One asked for by another version than it has may change soon, and isn't kept for long.
pub async fn stylesheet(
    name: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
) -> Result<Response<Body>> {
    let Ok(Path(name)) = name else { return Err(Error::NotFound) };
    let color = name.strip_suffix(".css").filter(|digits| !digits.starts_with('#')).and_then(Color::parse);
    let css = Accent::from(color.ok_or(Error::NotFound)?).css();
    let is_current = query == Some(format!("v={}", version(&css)));
    let headers: [(HeaderName, &str); 2] = [
        (header::CONTENT_TYPE, "text/css; charset=utf-8"),
        (header::CACHE_CONTROL, if is_current { FOREVER } else { FIVE_MINUTES }),
    ];
    Ok((headers, css).into_response())
}

/// What tells this style sheet from the one that another release made of the same color.
fn version(css: &str) -> String {
    Sha256::digest(css)[..4].iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
