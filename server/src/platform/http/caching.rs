//! Values of `Cache-Control` for public files and pages.

use axum::http::HeaderValue;

/// For responses that no cache may store.
pub const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
/// For URLs that contain a version or a hash of the content.
pub const FOREVER: &str = "public, max-age=31536000, immutable";
/// For files that change rarely.
pub const A_DAY: &str = "public, max-age=86400";
/// For URLs whose content may change.
pub const FIVE_MINUTES: &str = "public, max-age=300";
