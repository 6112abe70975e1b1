//! Step-up: before what could cost the company dearly, whoever is signed in shows once more that it is them. A
//! session left open on a desk is good for reading, not for taking over accounts.

use axum::{
    Json,
    extract::{FromRef, FromRequestParts, State},
    http::{HeaderMap, StatusCode, request::Parts},
};
use chrono::TimeDelta;

use super::{
    login::tell_of_recovery,
    model::StepUp,
    passkeys::{
        self,
        challenge::{self, Purpose},
        model::{PasskeyChallenge, PasskeyProof},
    },
    public::wrong_code,
    take_code,
};
use crate::{
    app::App,
    foundation::{
        accounts::{
            extract::{Admin, SignedIn, Staff},
            session::devices,
            sign_in::attempts::Attempt,
            store::{self, sessions, users},
        },
        audit::{self, Action, Event},
    },
    platform::{
        error::{Error, ErrorBody, FieldErrors, Result},
        http::JsonBody,
    },
};

/// How long a password or a second factor counts as just given.
const RECENT: TimeDelta = TimeDelta::minutes(10);

/// How far ahead the clock of another replica may be. A proof from further in the future counts as old: the clock was set
/// back since.
const SKEW: TimeDelta = TimeDelta::seconds(5);

const NO_PASSKEY: Error =
    Error::Conflict { code: "no_passkey", message: "Esta conta não tem chave de acesso." };

/// `SteppedUp<Admin>`: whom `Admin` lets through, if their password or second factor was given a short while ago.
pub struct SteppedUp<C>(pub C);

/// Somebody with a session, whatever their role.
pub trait Caller {
    fn signed_in(&self) -> &SignedIn;
}

impl Caller for SignedIn {
    fn signed_in(&self) -> &SignedIn {
        self
    }
}

impl Caller for Staff {
    fn signed_in(&self) -> &SignedIn {
        &self.0
    }
}

impl Caller for Admin {
    fn signed_in(&self) -> &SignedIn {
        &self.0
    }
}

impl<S, C> FromRequestParts<S> for SteppedUp<C>
where
    S: Send + Sync,
    App: FromRef<S>,
    C: Caller + FromRequestParts<S, Rejection = Error>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let caller = C::from_request_parts(parts, state).await?;
        let age = App::from_ref(state).clock.now() - caller.signed_in().session.authenticated_at;
        if (-SKEW..RECENT).contains(&age) { Ok(Self(caller)) } else { Err(Error::StepUpRequired) }
    }
}

/// Shows once more that it is the account's owner who acts. Calls that answered `step_up_required` work for the next
/// ten minutes.
#[utoipa::path(post, path = "/api/auth/step-up", tag = "accounts", operation_id = "step_up",
    request_body = StepUp,
    responses(
        (status = 204),
        (status = 401, body = ErrorBody),
        (status = 422, description = "The password, the code or the passkey is wrong", body = ErrorBody),
        (status = 429, description = "Too many failures", body = ErrorBody)))]
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

/// Asks for one of the caller's passkeys, to be brought to the step-up.
#[utoipa::path(post, path = "/api/auth/step-up/challenge", tag = "accounts", operation_id = "ask_own_passkey",
    responses(
        (status = 200, body = PasskeyChallenge),
        (status = 401, body = ErrorBody),
        (status = 409, description = "The account has none, or the site's address allows none", body = ErrorBody)))]
pub async fn ask_own_passkey(caller: SignedIn, State(app): State<App>) -> Result<Json<PasskeyChallenge>> {
    let (user, session) = (caller.user.id, caller.session.id);
    let tx = caller.begin(&app).await?;
    if store::passkeys::count(&*tx, user).await? == 0 {
        return Err(NO_PASSKEY);
    }
    let challenge = challenge::for_proof(&app, &tx, Purpose::StepUp, Some(user), Some(session)).await?;
    tx.commit().await?;
    Ok(Json(challenge))
}

async fn by_password(app: &App, caller: &SignedIn, password: &str) -> Result<()> {
    let user = users::find(app.db.reader(), caller.user.id).await?.ok_or(Error::Unauthenticated)?;
    let attempt = Attempt::confirmation(app, caller.user.id)?;
    let is_right = attempt.verify(app, password, Some(&user.password_hash)).await?;
    let tx = caller.begin(app).await?;
    if is_right {
        attempt.succeeded(app);
        sessions::authenticated(&*tx, caller.session.id, app.clock.now()).await?;
        audit::record(app, &tx, &caller.actor(), Event::new(Action::AccountSteppedUp)).await?;
        return tx.commit().await;
    }
    audit::record(app, &tx, &caller.actor(), Event::new(Action::AccountStepUpFailed)).await?;
    tx.commit().await?;
    Err(Error::field("password", "Senha incorreta."))
}

async fn by_code(app: &App, caller: &SignedIn, headers: &HeaderMap, code: &str) -> Result<()> {
    let device = devices::known_to(app, headers, caller.user.id).await?;
    let tx = caller.begin(app).await?;
    let Some(proof) = take_code(app, &tx, caller.user.id, device.as_ref(), code).await? else {
        audit::record(app, &tx, &caller.actor(), Event::new(Action::AccountStepUpFailed)).await?;
        tx.commit().await?;
        return Err(wrong_code());
    };
    sessions::authenticated(&*tx, caller.session.id, app.clock.now()).await?;
    tell_of_recovery(app, &tx, &caller.actor(), &caller.user, proof).await?;
    audit::record(app, &tx, &caller.actor(), Event::new(Action::AccountSteppedUp)).await?;
    tx.commit().await
}

async fn by_passkey(app: &App, caller: &SignedIn, proof: &PasskeyProof) -> Result<()> {
    let session = caller.session.id;
    let tx = caller.begin(app).await?;
    let asked = challenge::take(app, &tx, &proof.challenge, Purpose::StepUp, Some(session)).await?;
    let found = match asked {
        Some(asked) => passkeys::check(app, &tx, &asked, &proof.credential).await?,
        None => None,
    };
    if found.is_none() {
        audit::record(app, &tx, &caller.actor(), Event::new(Action::AccountStepUpFailed)).await?;
        tx.commit().await?;
        return Err(passkeys::refused());
    }
    sessions::authenticated(&*tx, session, app.clock.now()).await?;
    audit::record(app, &tx, &caller.actor(), Event::new(Action::AccountSteppedUp)).await?;
    tx.commit().await
}
