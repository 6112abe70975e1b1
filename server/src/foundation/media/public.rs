//! Serves uploaded files. The content of a URL never changes, so browsers can cache it forever.

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::{HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};

use super::prepare::content_type;
use crate::{
    app::App,
    platform::{
        error::{Error, Result},
        http::caching::FOREVER,
        limits::rate_limit::network_of,
        listener::client_ip::ClientIp,
    },
};

/// The Content Security Policy of all files. An SVG that is opened directly can't run scripts and has no origin, but its styles
/// apply.
const CONTENT_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; base-uri 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
);

/// Serves a file, or answers with 404. The number of requests of a network for files that S3 doesn't have is limited (429),
/// because each request to S3 is slow and costs money.
pub async fn serve_file(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    path: Result<Path<String>, PathRejection>,
) -> Result<Response> {
    let Path(path) = path.map_err(|_| Error::NotFound)?;
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let content_type = content_type(extension).ok_or(Error::NotFound)?;
    let limit = &app.limits.missing_files;
    let network = network_of(ip);
    let asks_s3 = app.files.asks_s3(&path);
    if asks_s3 {
        // Counted before the request to S3, so that concurrent requests can't exceed the limit. A canceled request stays
        // counted.
        limit.take(network, app.clock.steady())?;
    }
    let content = app.files.get(&path).await;
    let is_missing = matches!(content, Err(Error::NotFound));
    if asks_s3 && !is_missing {
        limit.give_back(&network);
    }
    let content = content?;
    let headers: [(HeaderName, HeaderValue); 5] = [
        (header::CONTENT_TYPE, HeaderValue::from_static(content_type)),
        (header::CONTENT_LENGTH, content.length.into()),
        (header::CACHE_CONTROL, HeaderValue::from_static(FOREVER)),
        (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
        // Webmail shows the pictures of mails on its own pages.
        (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin")),
    ];
    Ok((headers, content.body).into_response())
}
