//! Sign-in, registration and sign-out.

use std::net::IpAddr;

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};

use super::attempts::{Attempt, record_failure, record_refusal, with_typed_email};
use crate::{
    app::App,
    foundation::{
        accounts::{
            factors,
            model::{Credentials, Registration},
            passwords::Strength,
            recovery::public::send_verification,
            sign_in::limits::{SignInLimit, take_sign_in},
        },
        audit::{self, Action, Event},
        consent_texts::{self, model::ShownConsent},
        identity::{
            actor::Actor,
            extract::SignedIn,
            model::{NewSession, NewUser, Role, User},
            session::{self, Transport, devices},
            store::users,
        },
    },
    platform::{
        error::{Error, ErrorBody, Refusal, Result},
        http::JsonBody,
        id,
        limits::rate_limit::network_of,
        listener::client_ip::ClientIp,
    },
};

const INVALID_CREDENTIALS: Refusal = Refusal {
    status: StatusCode::UNAUTHORIZED,
    code: "invalid_credentials",
    message: "Email ou senha incorretos.",
};

/// Signs in with email and password.
#[utoipa::path(post, path = "/api/auth/login", tag = "accounts", operation_id = "login",
    request_body = Credentials,
    responses(
        (status = 200, body = NewSession),
        (status = 401, description = "`invalid_credentials`: unknown email or wrong password; `second_factor_required`: send the second \
            factor with the `challenge` of this response", body = ErrorBody),
        (status = 429, description = "`rate_limited`: too many attempts from this network, or too many failed attempts for this email", body = ErrorBody)))]
pub async fn login(
    _: SignInLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    headers: HeaderMap,
    JsonBody(input): JsonBody<Credentials>,
) -> Result<Response> {
    let found = users::find_by_email(app.db.reader(), &input.email).await?;
    // Also read for an unknown email, so that the response time doesn't reveal whether the email is known.
    let device = devices::of_request(&app, &headers).await?;
    let device = device.filter(|device| found.as_ref().is_some_and(|user| user.id == device.user_id));
    let attempt = match Attempt::sign_in(&app, ip, &input.email, device.as_ref()) {
        Ok(attempt) => attempt,
        Err(refusal) => {
            let event =
                with_typed_email(Event::new(Action::AccountSignInThrottled), &input.email, found.as_ref());
            record_refusal(&app, ip, &refusal, event).await?;
            return Err(refusal);
        }
    };
    let hash = found.as_ref().map(|user| user.password_hash.as_str());
    let is_correct = attempt.verify(&app, &input.password, hash).await?;
    let Some(user) = found.as_ref().filter(|user| is_correct && user.disabled_at.is_none()) else {
        tracing::warn!(%ip, "sign-in failed");
        let event = with_typed_email(Event::new(Action::AccountSignInFailed), &input.email, found.as_ref());
        record_failure(&app, ip, found.as_ref().map(|user| user.id), event).await?;
        return Err(Error::Refused(INVALID_CREDENTIALS));
    };
    attempt.succeed(&app);
    take_sign_in(&app, user.id, user.role, ip, device.is_some())?;
    let user = with_current_hash(&app, user, &input.password).await?;
    factors::require_second_step(&app, &user).await?;
    let actor = Actor::user(user.id, &user.email, ip);
    let tx = app.db.begin().await?;
    // The password may have been changed, or the user disabled, while it was checked.
    let user = users::lock_as_seen(&*tx, &user).await?.ok_or(Error::Refused(INVALID_CREDENTIALS))?;
    let transport = Transport::of(&headers).with_ip(ip);
    let started = session::start(&app, &tx, user.into(), transport, &headers).await?;
    audit::record(&app, &tx, &actor, Event::new(Action::AccountSignedIn)).await?;
    tx.commit().await?;
    Ok(started.with_status(StatusCode::OK))
}

/// Replaces the hash of the password if it has outdated cost parameters, and returns the user. This happens before the second
/// step of a sign-in, because its request does not contain the password.
async fn with_current_hash(app: &App, user: &users::Model, password: &str) -> Result<users::Model> {
    if !app.passwords.is_outdated(&user.password_hash) {
        return Ok(user.clone());
    }
    let hash = app.passwords.for_known_user().hash(password).await?;
    let tx = app.db.begin().await?;
    let user = users::lock_as_seen(&*tx, user).await?.ok_or(Error::Refused(INVALID_CREDENTIALS))?;
    users::replace_hash(&*tx, user.id, hash.clone()).await?;
    tx.commit().await?;
    Ok(users::Model { password_hash: hash, ..user })
}

/// Registers a visitor and signs in. `consent` reads the consent text that the form shows; it runs only if the input is valid.
pub async fn register_visitor(
    app: &App,
    ip: IpAddr,
    headers: &HeaderMap,
    input: &Registration,
    consent: impl Future<Output = Option<ShownConsent>>,
) -> Result<Response> {
    let network = network_of(ip);
    let now = app.clock.steady();
    let min_password = app.config.visitor_password_min;
    // Cheap checks first, then the limits, then the expensive work.
    NewUser::parse(input, &Strength::by_length(&input.password), min_password)?;
    app.limits.password_assessments.take(network, now)?;
    let new = NewUser::parse(input, &input.assess(app).await?, min_password)?;
    let new = NewUser { self_registered: true, ..new };
    app.limits.registrations.take(network, now)?;
    app.take_hash()?;
    let hash = app.passwords.hash(&new.password).await?;
    let consent = consent.await;
    let tx = app.db.begin().await?;
    let created_at = app.clock.now();
    let user = users::create(&*tx, id::new_id(created_at), &new, hash, Role::User, created_at).await?;
    if let Some(shown) = consent {
        let id = consent_texts::store::store(&*tx, &shown, app.clock.now()).await?;
        users::set_consent(&*tx, user.id, id).await?;
    }
    // No link is sent over the limit of the email, so that repeated registrations can't fill a mailbox.
    if app.limits.verification_mails.take(id::sha256_hex(user.email.as_bytes()), now).is_ok() {
        send_verification(app, &tx, &user, &user.email).await?;
    }
    let actor = Actor::user(user.id, &user.email, ip);
    let started = session::start(app, &tx, user, Transport::of(headers).with_ip(ip), headers).await?;
    audit::record(app, &tx, &actor, Event::new(Action::AccountRegistered)).await?;
    tx.commit().await?;
    Ok(started.with_status(StatusCode::CREATED))
}

/// Ends the caller's session. Also succeeds without a session.
#[utoipa::path(post, path = "/api/auth/logout", tag = "accounts", operation_id = "logout",
    responses((status = 204)))]
pub async fn logout(State(app): State<App>, ClientIp(ip): ClientIp, headers: HeaderMap) -> Result<Response> {
    if let Some((session, user)) = session::current(&app, &headers).await? {
        let caller = SignedIn { user, session, ip };
        match caller.begin(&app).await {
            Ok(tx) => {
                session::end(&tx, &caller.session).await?;
                audit::record(&app, &tx, &caller.actor(), Event::new(Action::AccountSignedOut)).await?;
                tx.commit().await?;
            }
            // The session ended in the meantime.
            Err(Error::Unauthenticated) => {}
            Err(error) => return Err(error),
        }
    }
    let cookie = session::expired_cookie(&app, &headers)?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

/// Returns the signed-in user.
#[utoipa::path(get, path = "/api/auth/me", tag = "accounts", operation_id = "me",
    responses((status = 200, body = User)))]
pub async fn me(SignedIn { user, .. }: SignedIn) -> Json<User> {
    Json(user)
}
