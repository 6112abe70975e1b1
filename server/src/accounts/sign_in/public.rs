//! Signing in, up and out.

use std::net::IpAddr;

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use uuid::Uuid;

use super::attempts::Attempt;
use crate::{
    accounts::{
        extract::SignedIn,
        factors,
        model::{Credentials, NewUser, Registration, Role, Session, User},
        recovery::public::send_verification,
        session::{self, Transport, devices},
        store::users,
    },
    app::App,
    audit::{self, Actor, Event},
    kit::{
        client_ip::ClientIp,
        error::{Error, ErrorBody, Result},
        http::JsonBody,
        parse::is_email,
        passwords::Passwords,
        rate_limit::network_of,
    },
};

/// Signs in.
#[utoipa::path(post, path = "/api/auth/login", tag = "accounts", operation_id = "login",
    request_body = Credentials,
    responses(
        (status = 200, body = Session),
        (status = 401, description = "Unknown e-mail or wrong password; or `second_factor_required`, with a `challenge` to bring back with the code", body = ErrorBody),
        (status = 429, description = "Too many failures from this network", body = ErrorBody)))]
pub async fn login(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    headers: HeaderMap,
    JsonBody(input): JsonBody<Credentials>,
) -> Result<Response> {
    let found = users::find_by_email(app.db.reader(), &input.email).await?;
    let device = devices::of_request(&app, &headers).await?;
    let device = device.filter(|device| found.as_ref().is_some_and(|user| user.id == device.user_id));
    let attempt = Attempt::sign_in(&app, ip, &input.email, device.as_ref())?;
    let hash = found.as_ref().map(|user| user.password_hash.as_str());
    let matches = app.passwords.verify(&input.password, hash).await?;
    let found_id = found.as_ref().map(|user| user.id);
    let Some(user) = found.filter(|user| matches && user.disabled_at.is_none()) else {
        attempt.failed(&app);
        tracing::warn!(%ip, "sign-in failed");
        record_failure(&app, ip, &input.email, found_id).await?;
        return Err(Error::InvalidCredentials);
    };
    attempt.succeeded(&app);
    factors::demand(&app, &user).await?;
    let new_hash = match Passwords::is_outdated(&user.password_hash) {
        true => Some(app.passwords.hash(&input.password).await?),
        false => None,
    };
    let actor = Actor::user(user.id, &user.email, ip);
    let tx = app.db.begin().await?;
    // The password took a while to check: it may have been changed, or the account disabled, in the meantime.
    if !users::is_as_seen(&*tx, &user).await? {
        return Err(Error::InvalidCredentials);
    }
    if let Some(hash) = new_hash {
        users::replace_hash(&*tx, user.id, hash).await?;
    }
    let transport = Transport::of(&headers).from(ip);
    let started = session::start(&app, &tx, user.into(), transport, &headers).await?;
    audit::record(&app, &tx, &actor, Event::new("account.signed_in")).await?;
    tx.commit().await?;
    Ok(started.with_status(StatusCode::OK))
}

/// What was typed is kept only if it is an address: people type passwords into the wrong field.
async fn record_failure(app: &App, ip: IpAddr, typed: &str, user: Option<Uuid>) -> Result<()> {
    let email = typed.trim().to_lowercase();
    let event = Event::new("account.sign_in_failed");
    let event = match user {
        Some(id) => event.on("account", id, &email),
        None if is_email(&email) => event.about(&email),
        None => event.about("algo que não é um e-mail"),
    };
    let tx = app.db.begin().await?;
    audit::record(app, &tx, &Actor::visitor(ip), event).await?;
    tx.commit().await
}

/// Creates a visitor's account and signs it in.
#[utoipa::path(post, path = "/api/auth/register", tag = "accounts", operation_id = "register",
    request_body = Registration,
    responses(
        (status = 201, body = Session),
        (status = 409, description = "The e-mail has an account", body = ErrorBody),
        (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub async fn register(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    headers: HeaderMap,
    JsonBody(input): JsonBody<Registration>,
) -> Result<Response> {
    let new = NewUser::parse(&input, app.config.visitor_password_min)?;
    app.limits.registrations.take(network_of(ip), app.clock.now())?;
    let hash = app.passwords.hash(&new.password).await?;
    let tx = app.db.begin().await?;
    let user = users::create(&*tx, &new, hash, Role::User, app.clock.now()).await?;
    send_verification(&app, &tx, &user, &user.email).await?;
    let actor = Actor::user(user.id, &user.email, ip);
    let started = session::start(&app, &tx, user, Transport::of(&headers).from(ip), &headers).await?;
    audit::record(&app, &tx, &actor, Event::new("account.registered")).await?;
    tx.commit().await?;
    Ok(started.with_status(StatusCode::CREATED))
}

/// Ends the session. Answers the same when there is none.
#[utoipa::path(post, path = "/api/auth/logout", tag = "accounts", operation_id = "logout",
    responses((status = 204)))]
pub async fn logout(State(app): State<App>, ClientIp(ip): ClientIp, headers: HeaderMap) -> Result<Response> {
    if let Some((session, user)) = session::current(&app, &headers).await? {
        let tx = app.db.begin().await?;
        session::end(&tx, &session).await?;
        let actor = Actor::user(user.id, &user.email, ip);
        audit::record(&app, &tx, &actor, Event::new("account.signed_out")).await?;
        tx.commit().await?;
    }
    let cookie = session::forget_cookie(&app, &headers)?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

/// The account that is signed in.
#[utoipa::path(get, path = "/api/auth/me", tag = "accounts", operation_id = "me",
    responses((status = 200, body = User), (status = 401, body = ErrorBody)))]
pub async fn me(SignedIn { user, .. }: SignedIn) -> Json<User> {
    Json(user)
}
