//! Errors of multipart forms.

use std::error::Error as _;

use axum::{extract::multipart::MultipartError, http::StatusCode};

use crate::platform::{error::Error, listener::body_timeout};

/// Returns the error for a form that could not be read.
#[must_use]
pub fn broken(cause: &MultipartError) -> Error {
    if cause.source().is_some_and(body_timeout::is_timeout) {
        return Error::RequestTimeout;
    }
    match cause.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Error::PayloadTooLarge,
        _ => Error::BadRequest("O formulário enviado não chegou inteiro."),
    }
}
