//! Step-up: before what could cost the company dearly, whoever is signed in shows once more that it is them. A
//! session left open on a desk is good for reading, not for taking over accounts.

use axum::{
    extract::{FromRef, FromRequestParts, State},
    http::{StatusCode, request::Parts},
};
use chrono::TimeDelta;

use super::{login::tell_of_recovery, model::StepUp, public::wrong_code, take_code};
use crate::{
    accounts::{
        extract::{Admin, SignedIn, Staff},
        sign_in::attempts::Attempt,
        store::{sessions, users},
    },
    app::App,
    audit::{self, Event},
    kit::{
        error::{Error, ErrorBody, FieldErrors, Result},
        http::JsonBody,
    },
};

/// How long a password or a second factor counts as just given.
const RECENT: TimeDelta = TimeDelta::minutes(10);

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
        if age < RECENT { Ok(Self(caller)) } else { Err(Error::StepUpRequired) }
    }
}

/// Shows once more that it is the account's owner who acts. Calls that answered `step_up_required` work for the next
/// ten minutes.
#[utoipa::path(post, path = "/api/auth/step-up", tag = "accounts", operation_id = "step_up",
    request_body = StepUp,
    responses(
        (status = 204),
        (status = 401, body = ErrorBody),
        (status = 422, description = "The password or the code is wrong", body = ErrorBody),
        (status = 429, description = "Too many failures", body = ErrorBody)))]
pub async fn step_up(
    caller: SignedIn,
    State(app): State<App>,
    JsonBody(input): JsonBody<StepUp>,
) -> Result<StatusCode> {
    match (input.password.as_deref(), input.code.as_deref()) {
        (Some(password), _) => by_password(&app, &caller, password).await?,
        (None, Some(code)) => by_code(&app, &caller, code).await?,
        (None, None) => {
            let missing = ("password".to_owned(), "Informe a senha.".to_owned());
            return Err(Error::Incomplete(FieldErrors::from([missing])));
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn by_password(app: &App, caller: &SignedIn, password: &str) -> Result<()> {
    let attempt = Attempt::confirmation(app, caller.user.id)?;
    let user = users::find(app.db.reader(), caller.user.id).await?.ok_or(Error::Unauthenticated)?;
    let is_right = app.passwords.verify(password, Some(&user.password_hash)).await?;
    let tx = app.db.begin().await?;
    if is_right {
        attempt.succeeded(app);
        sessions::authenticated(&*tx, caller.session.id, app.clock.now()).await?;
        audit::record(app, &tx, &caller.actor(), Event::new("account.stepped_up")).await?;
        return tx.commit().await;
    }
    audit::record(app, &tx, &caller.actor(), Event::new("account.step_up_failed")).await?;
    tx.commit().await?;
    Err(Error::field("password", "Senha incorreta."))
}

async fn by_code(app: &App, caller: &SignedIn, code: &str) -> Result<()> {
    let tx = app.db.begin().await?;
    let Some(proof) = take_code(app, &tx, caller.user.id, code).await? else {
        audit::record(app, &tx, &caller.actor(), Event::new("account.step_up_failed")).await?;
        tx.commit().await?;
        return Err(wrong_code());
    };
    sessions::authenticated(&*tx, caller.session.id, app.clock.now()).await?;
    tell_of_recovery(app, &tx, &caller.actor(), &caller.user, proof).await?;
    audit::record(app, &tx, &caller.actor(), Event::new("account.stepped_up")).await?;
    tx.commit().await
}
