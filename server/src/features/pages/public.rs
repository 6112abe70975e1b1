//! The API for the registration of visitors. It stores the consent text of the sign-up form with the account.

use axum::{extract::State, http::HeaderMap, response::Response};

use super::consent;
use crate::{
    app::{App, limits::FormLimit},
    foundation::{
        accounts::{model::Registration, sign_in::public::register_visitor},
        identity::model::NewSession,
    },
    platform::{
        error::{ErrorBody, Result},
        http::JsonBody,
        listener::client_ip::ClientIp,
    },
};

/// Creates an account for a visitor, and signs in.
#[utoipa::path(post, path = "/api/auth/register", tag = "accounts", operation_id = "register",
    request_body = Registration,
    responses(
        (status = 201, body = NewSession),
        (status = 409, description = "`email_taken`: another user has this email address", body = ErrorBody)))]
pub async fn register(
    _: FormLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    headers: HeaderMap,
    JsonBody(input): JsonBody<Registration>,
) -> Result<Response> {
    register_visitor(&app, ip, &headers, &input, consent::sign_up_consent(&app)).await
}
