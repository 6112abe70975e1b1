//! The stylesheet with the company's own colors. Pages link to it after their other styles if the company has an accent
//! color. Its URL contains the color and a version, so that browsers cache it permanently.

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
        http::caching::{FIVE_MINUTES, FOREVER},
        id,
    },
};

/// Returns the URL of the stylesheet for the accent color in the settings. `None` if the site has the design's own colors.
#[must_use]
pub fn stylesheet_url(accent_color: &str) -> Option<String> {
    let accent = Some(Accent::of(accent_color)).filter(Accent::is_custom)?;
    let digits = accent.chosen.to_string().split_off(1);
    Some(format!("/assets/colors/{digits}.css?v={}", version(&accent.css())))
}

/// Serves the stylesheet of a color. Browsers cache it permanently if the requested version is the current one, otherwise
/// for five minutes.
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

/// Returns the version of a stylesheet: the beginning of its hash. Different releases may derive different styles from the
/// same color.
fn version(css: &str) -> String {
    id::hex(&Sha256::digest(css)[..4])
}
