//! Hands out uploaded files. An address never gets another content, so whoever has a file needn't ask again.

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::{HeaderName, header},
    response::{IntoResponse, Response},
};

use super::prepare::content_type;
use crate::{
    app::App,
    kit::error::{Error, Result},
};

const FOREVER: &str = "public, max-age=31536000, immutable";
/// A drawing opened on its own runs nothing and has no origin; its looks may be its own.
const POLICY: &str =
    "default-src 'none'; base-uri 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

pub async fn file(State(app): State<App>, path: Result<Path<String>, PathRejection>) -> Result<Response> {
    let Path(path) = path.map_err(|_| Error::NotFound)?;
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let content_type = content_type(extension).ok_or(Error::NotFound)?;
    let bytes = app.files.get(&path).await?;
    let headers: [(HeaderName, &str); 3] = [
        (header::CONTENT_TYPE, content_type),
        (header::CACHE_CONTROL, FOREVER),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((headers, bytes).into_response())
}
