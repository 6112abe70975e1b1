//! The page that replaces one whose data can't be read.

use axum::http::StatusCode;
use bytes::Bytes;

use crate::{platform::error::Error, site::html_document::ClientRendered};

/// Logs the cause and returns a page with status 503.
pub(super) fn unavailable(cause: Error) -> ClientRendered {
    tracing::error!(%cause, "the data of a page could not be read");
    ClientRendered {
        status: StatusCode::SERVICE_UNAVAILABLE,
        html: Bytes::from_static(UNAVAILABLE.as_bytes()),
    }
}

/// The page, without scripts and styles.
pub(super) const UNAVAILABLE: &str = "<!doctype html><html lang=\"pt-BR\"><head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Site indisponível</title></head>\
    <body><h1>Site indisponível</h1><p>O servidor não conseguiu montar a página. Tente novamente em instantes.</p>\
    </body></html>";
