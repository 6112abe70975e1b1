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
        caching::FOREVER,
        client_ip::ClientIp,
        error::{Error, Result},
        rate_limit::network_of,
    },
};

/// The policy of an SVG that is opened directly: it runs no scripts and has no origin, but may have styles.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; base-uri 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
);

/// Returns a file. Requests to S3 for missing files are limited, because they are slow and cost money.
pub async fn file(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    path: Result<Path<String>, PathRejection>,
) -> Result<Response> {
    let Path(path) = path.map_err(|_| Error::NotFound)?;
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let content_type = content_type(extension).ok_or(Error::NotFound)?;
    let (missing, network) = (&app.limits.missing_files, network_of(ip));
    let needs_network = app.files.asks_s3(&path);
    if needs_network {
        // Counted before the request, so that concurrent requests can't exceed the limit. A canceled request counts, too.
        missing.take(network, app.clock.steady())?;
    }
    let content = app.files.get(&path).await;
    if needs_network && !matches!(content, Err(Error::NotFound)) {
        missing.give_back(&network);
    }
    let content = content?;
    let headers: [(HeaderName, HeaderValue); 4] = [
        (header::CONTENT_TYPE, HeaderValue::from_static(content_type)),
        (header::CONTENT_LENGTH, content.length.into()),
        (header::CACHE_CONTROL, HeaderValue::from_static(FOREVER)),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((headers, content.body).into_response())
}
