//! Step-up: sensitive actions require that the caller has recently entered the password or a second factor, so that another
//! person at an unattended browser can't perform them.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
};

use super::{
    login::report_recovery_code,
    model::StepUp,
    passkeys::{
        self,
        challenge::{self, Purpose},
        model::{PasskeyChallenge, PasskeyProof},
    },
    take_code, wrong_code,
};
use crate::{
    app::App,
    foundation::{
        accounts::sign_in::attempts::Attempt,
        audit::{self, Action, Event},
        identity::{
            extract::SignedIn,
            session::devices,
            store::{sessions, users},
        },
    },
    platform::{
        db::Transaction,
        error::{Error, ErrorBody, FieldErrors, Result},
        http::JsonBody,
    },
};

const NO_PASSKEY: Error =
    Error::Conflict { code: "no_passkey", message: "Esta conta não tem chave de acesso." };

/// Confirms the identity of the caller. For the next ten minutes, requests of this session are not refused with
/// `step_up_required`.
#[utoipa::path(post, path = "/api/auth/step-up", tag = "accounts", operation_id = "step_up",
    request_body = StepUp,
    responses(
        (status = 204),
        (status = 422, description = "`invalid_fields`: the password, the code or the passkey is invalid", body = ErrorBody),
        (status = 429, description = "`rate_limited`: too many failed attempts", body = ErrorBody)))]
pub async fn step_up(
    caller: SignedIn,
    State(app): State<App>,
    headers: HeaderMap,
    JsonBody(input): JsonBody<StepUp>,
) -> Result<StatusCode> {
    match (input.password.as_deref(), input.code.as_deref(), input.passkey) {
        (Some(password), _, _) => by_password(&app, &caller, password).await?,
        (None, Some(code), _) => by_code(&app, &caller, &headers, code).await?,
        (None, None, Some(proof)) => by_passkey(&app, &caller, &proof).await?,
        (None, None, None) => {
            let missing = ("password".to_owned(), "Informe a senha.".to_owned());
            return Err(Error::Incomplete(FieldErrors::from([missing])));
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Returns a challenge for one of the caller's passkeys. Send the response of the authenticator to `POST /api/auth/step-up`.
#[utoipa::path(post, path = "/api/auth/step-up/challenge", tag = "accounts", operation_id = "ask_own_passkey",
    responses(
        (status = 200, body = PasskeyChallenge),
        (status = 409, description = "`no_passkey`: the caller has no passkey; `passkeys_unavailable`: the site's URL does not \
            support passkeys", body = ErrorBody)))]
pub async fn ask_own_passkey(caller: SignedIn, State(app): State<App>) -> Result<Json<PasskeyChallenge>> {
    let (user_id, session_id) = (caller.user.id, caller.session.id);
    let tx = caller.begin(&app).await?;
    if passkeys::store::count(&*tx, user_id).await? == 0 {
        return Err(NO_PASSKEY);
    }
    let challenge = challenge::for_proof(&app, &tx, Purpose::StepUp, Some(user_id), Some(session_id)).await?;
    tx.commit().await?;
    Ok(Json(challenge))
}

async fn by_password(app: &App, caller: &SignedIn, password: &str) -> Result<()> {
    let user = users::find(app.db.reader(), caller.user.id).await?.ok_or(Error::Unauthenticated)?;
    let attempt = Attempt::confirmation(app, caller.user.id)?;
    let is_correct = attempt.verify(app, password, Some(&user.password_hash)).await?;
    let tx = caller.begin(app).await?;
    if !is_correct {
        return refuse(app, tx, caller, Error::field("password", "Senha incorreta.")).await;
    }
    attempt.succeed(app);
    confirm(app, tx, caller).await
}

async fn by_code(app: &App, caller: &SignedIn, headers: &HeaderMap, code: &str) -> Result<()> {
    let device = devices::known_to(app, headers, caller.user.id).await?;
    let tx = caller.begin(app).await?;
    let Some(proof) = take_code(app, &tx, caller.user.id, device.as_ref(), code).await? else {
        return refuse(app, tx, caller, wrong_code()).await;
    };
    report_recovery_code(app, &tx, &caller.actor(), &caller.user, proof).await?;
    confirm(app, tx, caller).await
}

async fn by_passkey(app: &App, caller: &SignedIn, proof: &PasskeyProof) -> Result<()> {
    let session_id = Some(caller.session.id);
    let tx = caller.begin(app).await?;
    let challenge = challenge::take(app, &tx, &proof.challenge, Purpose::StepUp, session_id).await?;
    let found = match challenge {
        Some(challenge) => passkeys::check(app, &tx, &challenge, &proof.credential).await?,
        None => None,
    };
    match found {
        Some(_) => confirm(app, tx, caller).await,
        None => refuse(app, tx, caller, passkeys::refused()).await,
    }
}

/// Completes the step-up: sensitive actions are possible from now on.
async fn confirm(app: &App, tx: Transaction, caller: &SignedIn) -> Result<()> {
    sessions::record_authentication(&*tx, caller.session.id, app.clock.now()).await?;
    audit::record(app, &tx, &caller.actor(), Event::new(Action::AccountSteppedUp)).await?;
    tx.commit().await
}

/// Refuses the step-up with `error`. Commits the transaction, so that the failure is recorded and a challenge remains deleted.
async fn refuse(app: &App, tx: Transaction, caller: &SignedIn, error: Error) -> Result<()> {
    audit::record(app, &tx, &caller.actor(), Event::new(Action::AccountStepUpFailed)).await?;
    tx.commit().await?;
    Err(error)
}
