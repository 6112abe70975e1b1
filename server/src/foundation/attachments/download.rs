//! The response that downloads an attached file.

use axum::{
    http::{HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::{app::App, platform::error::Result};

/// Prevents a file from running anything if a browser opens it nevertheless.
const CONTENT_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");
/// The characters of a file name that need no encoding in a header (RFC 8187).
const FILE_NAME: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');

/// Returns the private file at `path`, as a download with this name.
pub async fn download(app: &App, path: &str, name: &str) -> Result<Response> {
    let content = app.private_files.get(path).await?;
    let name = utf8_percent_encode(name, FILE_NAME);
    let disposition = format!("attachment; filename*=UTF-8''{name}");
    let headers: [(HeaderName, HeaderValue); 4] = [
        // Not the type of the file, so that no browser interprets it.
        (header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
        (header::CONTENT_LENGTH, content.length.into()),
        (header::CONTENT_DISPOSITION, HeaderValue::try_from(disposition).map_err(anyhow::Error::new)?),
        (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    ];
    Ok((headers, content.body).into_response())
}
