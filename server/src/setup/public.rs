//! What the one-time setup link leads to.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    accounts::{
        model::{NewUser, Registration, Role, STAFF_PASSWORD_MIN, Session},
        session::{self, Transport},
        store::{setup_tokens, users},
    },
    app::App,
    audit::{self, Actor, Event},
    kit::{
        client_ip::ClientIp,
        error::{Error, ErrorBody, Result},
        http::JsonBody,
        id,
        rate_limit::network_of,
    },
};

/// The first administrator.
#[derive(Deserialize, ToSchema)]
pub struct FirstSetup {
    /// From the link's fragment.
    pub token: String,
    pub email: String,
    /// At least 12 characters.
    pub password: String,
    pub full_name: String,
}

/// Creates the first administrator and signs them in. The link that led here works once.
#[utoipa::path(post, path = "/api/auth/setup", tag = "accounts", operation_id = "set_up",
    request_body = FirstSetup,
    responses(
        (status = 201, body = Session),
        (status = 403, description = "The link is used up or was never valid", body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub async fn set_up(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    headers: HeaderMap,
    JsonBody(input): JsonBody<FirstSetup>,
) -> Result<Response> {
    let network = network_of(ip);
    app.limits.failed_logins.check(&network, app.clock.now())?;
    let token = id::sha256_hex(input.token.as_bytes());
    if !setup_tokens::exists(app.db.reader(), &token, app.clock.now()).await? {
        app.limits.failed_logins.count(network, app.clock.now());
        return Err(Error::SetupTokenInvalid);
    }
    let FirstSetup { email, password, full_name, .. } = input;
    let new = NewUser::parse(&Registration { email, password, full_name }, STAFF_PASSWORD_MIN)?;
    let hash = app.passwords.hash(&new.password).await?;
    let tx = app.db.begin_alone().await?;
    if !setup_tokens::take(&*tx, &token, app.clock.now()).await? {
        return Err(Error::SetupTokenInvalid);
    }
    let user = users::create(&*tx, &new, hash, Role::Admin, app.clock.now()).await?;
    let actor = Actor::user(user.id, &user.email, ip);
    let started = session::start(&app, &tx, user, Transport::of(&headers).from(ip), &headers).await?;
    audit::record(&app, &tx, &actor, Event::new("account.set_up")).await?;
    tx.commit().await?;
    tracing::info!(%ip, "first administrator created by the setup link");
    Ok(started.with_status(StatusCode::CREATED))
}
