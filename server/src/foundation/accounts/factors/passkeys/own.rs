//! The passkeys of the caller. Each change requires a step-up.

use anyhow::Context;
use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use webauthn_rs::prelude::{Passkey as Credential, PasskeyRegistration, RegisterPublicKeyCredential};

use super::{
    challenge::{self, Purpose, store::Model as Challenge},
    encode,
    model::{
        MAX_PASSKEYS, NewPasskey, Passkey, PasskeyChallenge, PasskeyName, RegisteredPasskey, parse_name,
    },
    notices, refused, relying_party,
    store::{self as passkeys, Model},
};
use crate::{
    app::App,
    foundation::{
        accounts::factors::{self, codes},
        audit::{self, Action, Event},
        identity::{
            extract::{SignedIn, StepUpRequired, SteppedUp},
            store::sessions,
        },
    },
    platform::{
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::{JsonBody, PathId},
        id,
    },
};

const TOO_MANY: Error = Error::Conflict {
    code: "too_many_passkeys",
    message: "Esta conta já tem 20 chaves de acesso. Remova uma que não usa mais.",
};

/// Returns a challenge for a new passkey.
#[utoipa::path(post, path = "/api/auth/passkeys/challenge", tag = "accounts", operation_id = "offer_passkey",
    responses(
        (status = 200, body = PasskeyChallenge),
        StepUpRequired,
        (status = 409, description = "`too_many_passkeys`: the caller has the maximum number of passkeys; `passkeys_unavailable`: the \
            site's URL does not support passkeys", body = ErrorBody)))]
pub async fn offer_passkey(
    SteppedUp(caller): SteppedUp<SignedIn>,
    State(app): State<App>,
) -> Result<Json<PasskeyChallenge>> {
    let tx = caller.begin(&app).await?;
    if passkeys::count(&*tx, caller.user.id).await? >= MAX_PASSKEYS {
        return Err(TOO_MANY);
    }
    let challenge = challenge::for_registration(&app, &tx, &caller).await?;
    tx.commit().await?;
    Ok(Json(challenge))
}

/// Stores a new passkey. All other sessions of the caller end.
#[utoipa::path(post, path = "/api/auth/passkeys", tag = "accounts", operation_id = "create_passkey",
    request_body = NewPasskey,
    responses(
        (status = 201, body = RegisteredPasskey),
        StepUpRequired,
        (status = 409, description = "`too_many_passkeys`: the caller has the maximum number of passkeys; `passkey_known`: the passkey \
            is registered already", body = ErrorBody),
        (status = 422, description = "`invalid_fields`: the name is missing, or the response does not match the challenge", body = ErrorBody)))]
pub async fn create_passkey(
    SteppedUp(caller): SteppedUp<SignedIn>,
    State(app): State<App>,
    JsonBody(input): JsonBody<NewPasskey>,
) -> Result<Response> {
    let (user, session_id) = (&caller.user, caller.session.id);
    let now = app.clock.now();
    let name = parse_name(&input.name)?;
    let tx = caller.begin(&app).await?;
    let found = challenge::take(&app, &tx, &input.challenge, Purpose::Registration, Some(session_id)).await?;
    let Some(credential) = check_new(&app, &tx, found, &input.credential).await? else {
        tx.commit().await?;
        return Err(refused());
    };
    if passkeys::count(&*tx, user.id).await? >= MAX_PASSKEYS {
        return Err(TOO_MANY);
    }
    let is_first = !factors::is_enabled(&*tx, user.id).await?;
    let row = Model {
        id: id::new_id(now),
        user_id: user.id,
        credential_id: encode(credential.cred_id()),
        credential: serde_json::to_string(&credential).context("writing a passkey")?,
        name,
        created_at: now,
        last_used_at: None,
    };
    passkeys::create(&*tx, row.clone()).await?;
    sessions::delete_all(&*tx, user.id, Some(session_id)).await?;
    sessions::set_second_factor(&*tx, session_id, Some(now)).await?;
    let codes = if is_first { codes::replace(&app, &tx, user.id).await? } else { Vec::new() };
    notices::added(&app, &tx, user, &row.name).await?;
    let event = Event::new(Action::AccountPasskeyAdded).on(row.id, &row.name);
    audit::record(&app, &tx, &caller.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(RegisteredPasskey { passkey: row.into(), codes })).into_response())
}

/// Verifies the response to the challenge for a new passkey. Returns the credential, or `None` if there is no challenge or the
/// response is invalid.
async fn check_new(
    app: &App,
    tx: &Transaction,
    challenge: Option<Challenge>,
    response: &RegisterPublicKeyCredential,
) -> Result<Option<Credential>> {
    let Some(challenge) = challenge else { return Ok(None) };
    let state: PasskeyRegistration =
        serde_json::from_str(&challenge.state).context("reading the state of a passkey challenge")?;
    let credential = relying_party::find(app, tx).await?.finish_passkey_registration(response, &state);
    Ok(credential.inspect_err(|cause| tracing::warn!(%cause, "new passkey refused")).ok())
}

/// Renames a passkey of the caller.
#[utoipa::path(put, path = "/api/auth/passkeys/{id}", tag = "accounts", operation_id = "rename_passkey",
    params(("id" = uuid::Uuid, Path)),
    request_body = PasskeyName,
    responses(
        (status = 200, body = Passkey),
        StepUpRequired))]
pub async fn rename_passkey(
    SteppedUp(caller): SteppedUp<SignedIn>,
    State(app): State<App>,
    PathId(id): PathId,
    JsonBody(input): JsonBody<PasskeyName>,
) -> Result<Json<Passkey>> {
    let name = parse_name(&input.name)?;
    let tx = caller.begin(&app).await?;
    let found = passkeys::find_own(&*tx, caller.user.id, id).await?.ok_or(Error::NotFound)?;
    passkeys::rename(&*tx, id, &name).await?;
    let (old, new) = (PasskeyLabel { name: &found.name }, PasskeyLabel { name: &name });
    let event = Event::new(Action::AccountPasskeyRenamed).on(id, &found.name).changed(&old, &new);
    audit::record(&app, &tx, &caller.actor(), event).await?;
    tx.commit().await?;
    Ok(Json(Model { name, ..found }.into()))
}

/// The name of a passkey, for the audit log.
#[derive(serde::Serialize)]
struct PasskeyLabel<'a> {
    name: &'a str,
}

/// Deletes a passkey of the caller. All other sessions of the caller end.
#[utoipa::path(delete, path = "/api/auth/passkeys/{id}", tag = "accounts", operation_id = "delete_passkey",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 204),
        StepUpRequired))]
pub async fn delete_passkey(
    SteppedUp(caller): SteppedUp<SignedIn>,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<StatusCode> {
    let user = &caller.user;
    let tx = caller.begin(&app).await?;
    let found = passkeys::find_own(&*tx, user.id, id).await?.ok_or(Error::NotFound)?;
    passkeys::delete(&*tx, id).await?;
    factors::finish_removal(&tx, user.id, caller.session.id).await?;
    notices::removed(&app, &tx, user, &found.name).await?;
    let event = Event::new(Action::AccountPasskeyRemoved).on(id, &found.name);
    audit::record(&app, &tx, &caller.actor(), event).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
