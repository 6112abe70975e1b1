//! The second step of a sign-in, with a code.

use std::net::IpAddr;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::Response,
};

use super::{
    Proof,
    challenge::{self, CHALLENGE_EXPIRED, Challenge},
    model::SecondStep,
    notices, take_code, wrong_code,
};
use crate::{
    app::App,
    foundation::{
        accounts::sign_in::attempts::record_refusal,
        audit::{self, Action, Event},
        identity::{
            actor::Actor,
            model::{NewSession, User},
            session::{self, Started, Transport, devices},
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

/// Completes a sign-in with a code of the authenticator app or a recovery code.
#[utoipa::path(post, path = "/api/auth/login/second-factor", tag = "accounts",
    operation_id = "login_second_factor", request_body = SecondStep,
    responses(
        (status = 200, body = NewSession),
        (status = 401, description = "`challenge_expired`: start again with the password", body = ErrorBody),
        (status = 422, description = "`invalid_fields`: the code is invalid or used", body = ErrorBody),
        (status = 429, description = "`rate_limited`: too many failed attempts from this network or for this user", body = ErrorBody)))]
pub async fn login_second_factor(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    headers: HeaderMap,
    JsonBody(input): JsonBody<SecondStep>,
) -> Result<Response> {
    let challenge = challenge::open(&app, &input.challenge)?.ok_or(Error::Refused(CHALLENGE_EXPIRED))?;
    let started = finish_sign_in(&app, ip, &headers, &challenge, &input.code).await;
    if let Err(refusal @ Error::RateLimited { .. }) = &started {
        let user = users::find(app.db.reader(), challenge.user_id).await?;
        let email = user.map(|user| user.email).unwrap_or_default();
        let event = Event::new(Action::AccountSignInThrottled).on(challenge.user_id, &email);
        record_refusal(&app, ip, refusal, event).await?;
    }
    Ok(started?.with_status(StatusCode::OK))
}

/// Checks the code and starts the session.
async fn finish_sign_in(
    app: &App,
    ip: IpAddr,
    headers: &HeaderMap,
    challenge: &Challenge,
    code: &str,
) -> Result<Started> {
    let now = app.clock.now();
    let device = devices::known_to(app, headers, challenge.user_id).await?;
    // Failures of others in the network don't limit a known device of the user.
    let network = device.is_none().then(|| network_of(ip));
    if let Some(network) = &network {
        app.limits.failed_logins.check(network, app.clock.steady())?;
    }
    let tx = app.db.begin().await?;
    let found = users::find_for_update(&*tx, challenge.user_id).await?;
    let user: User = challenge.valid_user(found).ok_or(Error::Refused(CHALLENGE_EXPIRED))?.into();
    let actor = Actor::user(user.id, &user.email, ip);
    let Some(proof) = take_code(app, &tx, user.id, device.as_ref(), code).await? else {
        if let Some(network) = network {
            app.limits.failed_logins.count(network, app.clock.steady());
        }
        tracing::warn!(%ip, user = %user.id, "code of a second factor refused");
        audit::record(app, &tx, &actor, Event::new(Action::AccountSecondFactorFailed)).await?;
        tx.commit().await?;
        return Err(wrong_code());
    };
    let started = session::start(app, &tx, user.clone(), Transport::of(headers).with_ip(ip), headers).await?;
    sessions::set_second_factor(&*tx, started.id, Some(now)).await?;
    report_recovery_code(app, &tx, &actor, &user, proof).await?;
    let event = Event::new(Action::AccountSignedIn).after(&serde_json::json!({"second_factor": true}));
    audit::record(app, &tx, &actor, event).await?;
    tx.commit().await?;
    Ok(started)
}

/// Records the use of a recovery code and notifies the user, because someone else may have used it. Does nothing for other
/// proofs.
pub(super) async fn report_recovery_code(
    app: &App,
    tx: &Transaction,
    actor: &Actor,
    user: &User,
    proof: Proof,
) -> Result<()> {
    let Proof::RecoveryCode { left } = proof else { return Ok(()) };
    notices::code_used(app, tx, user, left).await?;
    let event = Event::new(Action::AccountRecoveryCodeUsed).after(&serde_json::json!({"left": left}));
    audit::record(app, tx, actor, event).await
}
