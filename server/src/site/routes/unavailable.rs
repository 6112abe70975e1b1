//! For when not even a page's data can be had.

use axum::http::StatusCode;
use bytes::Bytes;

use crate::{platform::error::Error, site::html_document::Unrendered};

pub(super) fn unavailable(cause: Error) -> Unrendered {
    tracing::error!(%cause, "the data of a page could not be read");
    Unrendered { status: StatusCode::SERVICE_UNAVAILABLE, html: Bytes::from_static(UNAVAILABLE.as_bytes()) }
}

/// Needs nothing but itself.
pub(super) const UNAVAILABLE: &str = "<!doctype html><html lang=\"pt-BR\"><head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Site indisponível</title></head>\
    <body><h1>Site indisponível</h1><p>O servidor não conseguiu montar a página. Tente novamente em instantes.</p>\
    </body></html>";
