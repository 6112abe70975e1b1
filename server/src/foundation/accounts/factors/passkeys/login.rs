//! Sign-in with a passkey, alone or after the password.

use std::net::IpAddr;

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use serde_json::json;

use super::{
    challenge::{self, Purpose},
    check,
    model::{PasskeyChallenge, PasskeyProof, PasskeySignIn},
    refused, store,
};
use crate::{
    app::App,
    foundation::{
        accounts::{
            factors::challenge::{self as password_step, CHALLENGE_EXPIRED},
            sign_in::{
                attempts::{record_failure, record_refusal},
                limits::{PasskeyLimit, take_sign_in},
            },
        },
        audit::{self, Action, Event},
        identity::{
            actor::Actor,
            model::{NewSession, User},
            session::{
                self, Transport,
                devices::{self, KnownDevice},
            },
            store::{sessions, users},
        },
    },
    platform::{
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::JsonBody,
        limits::rate_limit::network_of,
        listener::client_ip::ClientIp,
    },
};

/// Returns a challenge for a sign-in with a passkey.
#[utoipa::path(post, path = "/api/auth/login/passkey/challenge", tag = "accounts",
    operation_id = "ask_passkey", request_body = PasskeySignIn,
    responses(
        (status = 200, body = PasskeyChallenge),
        (status = 401, description = "`challenge_expired`: start again with the password", body = ErrorBody),
        (status = 409, description = "`passkeys_unavailable`: the site's URL does not support passkeys", body = ErrorBody)))]
pub async fn ask_passkey(
    _: PasskeyLimit,
    State(app): State<App>,
    JsonBody(input): JsonBody<PasskeySignIn>,
) -> Result<Json<PasskeyChallenge>> {
    let user_id = match input.challenge {
        Some(sealed) => {
            let after_password =
                password_step::open(&app, &sealed)?.ok_or(Error::Refused(CHALLENGE_EXPIRED))?;
            let found = users::find(app.db.reader(), after_password.user_id).await?;
            Some(after_password.valid_user(found).ok_or(Error::Refused(CHALLENGE_EXPIRED))?.id)
        }
        None => None,
    };
    let tx = app.db.begin().await?;
    let challenge = challenge::for_proof(&app, &tx, Purpose::SignIn, user_id, None).await?;
    tx.commit().await?;
    Ok(Json(challenge))
}

/// Signs in with a passkey, which counts as both factors.
#[utoipa::path(post, path = "/api/auth/login/passkey", tag = "accounts", operation_id = "login_passkey",
    request_body = PasskeyProof,
    responses(
        (status = 200, body = NewSession),
        (status = 422, description = "`invalid_fields`: the passkey is unknown, or the response does not match the challenge", body = ErrorBody),
        (status = 429, description = "`rate_limited`: too many failed attempts from this network", body = ErrorBody)))]
pub async fn login_passkey(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    headers: HeaderMap,
    JsonBody(input): JsonBody<PasskeyProof>,
) -> Result<Response> {
    let device = devices::of_request(&app, &headers).await?;
    let attempt = PasskeyAttempt::begin(&app, ip, device.as_ref()).await?;
    let tx = app.db.begin().await?;
    let found = find_owner(&app, &tx, &input).await;
    if !matches!(found, Ok(None)) {
        attempt.give_back(&app);
    }
    let Some((user, passkey)) = found? else { return refuse(&app, tx, ip).await };
    let is_known = device.is_some_and(|device| device.user_id == user.id);
    take_sign_in(&app, user.id, user.role, ip, is_known)?;
    let actor = Actor::user(user.id, &user.email, ip);
    let started = session::start(&app, &tx, user, Transport::of(&headers).with_ip(ip), &headers).await?;
    sessions::set_second_factor(&*tx, started.id, Some(app.clock.now())).await?;
    let event = Event::new(Action::AccountSignedIn).after(&json!({"passkey": passkey.name}));
    audit::record(&app, &tx, &actor, event).await?;
    tx.commit().await?;
    Ok(started.with_status(StatusCode::OK))
}

/// An attempt to sign in with a passkey. It counts as a failure until the passkey is verified. Known devices have a separate
/// limit, so that failures of others in the network don't affect them.
enum PasskeyAttempt {
    /// An attempt on a known device, with the hash of the device's token.
    Device(String),
    /// An attempt on an unknown device, with its network.
    Network(IpAddr),
}

impl PasskeyAttempt {
    /// Counts an attempt. Returns an error over the limit, and records the refusal.
    async fn begin(app: &App, ip: IpAddr, device: Option<&KnownDevice>) -> Result<Self> {
        let attempt = match device {
            Some(device) => Self::Device(device.token_hash.clone()),
            None => Self::Network(network_of(ip)),
        };
        let now = app.clock.steady();
        let taken = match &attempt {
            Self::Device(token_hash) => app.limits.failed_passkeys.take(token_hash.clone(), now),
            Self::Network(network) => app.limits.failed_logins.take(*network, now),
        };
        if let Err(refusal) = &taken {
            let event = Event::new(Action::AccountSignInThrottled).about("alguém com uma chave de acesso");
            record_refusal(app, ip, refusal, event).await?;
        }
        taken.map(|()| attempt)
    }

    /// Removes the attempt from the limit.
    fn give_back(&self, app: &App) {
        match self {
            Self::Device(token_hash) => app.limits.failed_passkeys.give_back(token_hash),
            Self::Network(network) => app.limits.failed_logins.give_back(network),
        }
    }
}

/// Verifies the response. Returns the user, whose row is locked, and the passkey. Returns `None` if the response is invalid or
/// the user is disabled.
async fn find_owner(
    app: &App,
    tx: &Transaction,
    input: &PasskeyProof,
) -> Result<Option<(User, store::Model)>> {
    let challenge = challenge::take(app, tx, &input.challenge, Purpose::SignIn, None).await?;
    let Some(challenge) = challenge else { return Ok(None) };
    let Some(passkey) = check(app, tx, &challenge, &input.credential).await? else { return Ok(None) };
    let user = users::find_for_update(&**tx, passkey.user_id).await?;
    Ok(user.filter(|user| user.disabled_at.is_none()).map(|user| (user.into(), passkey)))
}

/// Refuses the sign-in. Commits the transaction, so that the challenge remains deleted.
async fn refuse(app: &App, tx: Transaction, ip: IpAddr) -> Result<Response> {
    tracing::warn!(%ip, "sign-in with a passkey failed");
    tx.commit().await?;
    record_failure(app, ip, None, Event::new(Action::AccountPasskeyRefused)).await?;
    Err(refused())
}
