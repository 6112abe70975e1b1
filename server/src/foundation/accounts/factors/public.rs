//! The second factors of the caller. Each change requires a step-up.

use axum::{Json, extract::State, http::StatusCode};

use super::{
    has_app, is_on,
    model::{Code, RecoveryCodes, SecondFactor, TotpOffer},
    notices, open_secret, purpose, replace_codes, settle, totp,
};
use crate::{
    app::App,
    foundation::{
        accounts::store::{passkeys, recovery_codes, totp_secrets},
        audit::{self, Action, Event},
        identity::{
            extract::{SignedIn, SteppedUp},
            store::{policy, sessions},
        },
        settings,
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::JsonBody,
    },
};

const IS_ON: Error = Error::Conflict {
    code: "second_factor_on",
    message: "Esta conta já usa um aplicativo autenticador. Desative-o para cadastrar outro.",
};
const IS_OFF: Error =
    Error::Conflict { code: "second_factor_off", message: "O segundo fator desta conta não está ativo." };

/// Returns the caller's second factors.
#[utoipa::path(get, path = "/api/auth/second-factor", tag = "accounts", operation_id = "find_second_factor",
    responses((status = 200, body = SecondFactor), (status = 401, body = ErrorBody)))]
pub async fn find_second_factor(caller: SignedIn, State(app): State<App>) -> Result<Json<SecondFactor>> {
    let (db, user) = (app.db.reader(), caller.user);
    let totp = totp_secrets::find(db, user.id).await?;
    let security = policy::find(db).await?;
    Ok(Json(SecondFactor {
        totp_since: totp.and_then(|totp| totp.confirmed_at),
        passkeys: passkeys::list(db, user.id).await?.into_iter().map(Into::into).collect(),
        recovery_codes_left: recovery_codes::count_unused(db, user.id).await?,
        required: user.role.is_staff() && security.require_second_factor,
    }))
}

/// Returns a secret for an authenticator app. It has no effect until a code confirms it.
#[utoipa::path(post, path = "/api/auth/second-factor/totp", tag = "accounts", operation_id = "offer_totp",
    responses(
        (status = 200, body = TotpOffer),
        (status = 401, body = ErrorBody),
        (status = 403, description = "`step_up_required`", body = ErrorBody),
        (status = 409, description = "The app is active already", body = ErrorBody)))]
pub async fn offer_totp(
    SteppedUp(caller): SteppedUp<SignedIn>,
    State(app): State<App>,
) -> Result<Json<TotpOffer>> {
    let (user, secret) = (&caller.user, totp::new_secret());
    let company = settings::store::company(app.db.reader()).await?;
    let offer = totp::offer(&secret, &company.name, &user.email)?;
    let qr = totp::qr_path(&offer.url)?;
    let tx = caller.begin(&app).await?;
    if has_app(&*tx, user.id).await? {
        return Err(IS_ON);
    }
    let sealed = app.secret_key.seal(&purpose(user.id), &secret);
    totp_secrets::offer(&*tx, user.id, sealed, app.clock.now()).await?;
    tx.commit().await?;
    Ok(Json(TotpOffer { url: offer.url, key: offer.key, qr_size: qr.size, qr_path: qr.path }))
}

/// Activates the authenticator app with its first code. All other sessions of the account end. If this is the first
/// second factor of the account, the response contains recovery codes.
#[utoipa::path(post, path = "/api/auth/second-factor/totp/confirm", tag = "accounts",
    operation_id = "confirm_totp", request_body = Code,
    responses(
        (status = 200, body = RecoveryCodes),
        (status = 401, body = ErrorBody),
        (status = 403, description = "`step_up_required`", body = ErrorBody),
        (status = 409, description = "The app is active already, or no secret was created", body = ErrorBody),
        (status = 422, description = "The code is invalid", body = ErrorBody)))]
pub async fn confirm_totp(
    SteppedUp(caller): SteppedUp<SignedIn>,
    State(app): State<App>,
    JsonBody(input): JsonBody<Code>,
) -> Result<Json<RecoveryCodes>> {
    let (user, now) = (&caller.user, app.clock.now());
    let tx = caller.begin(&app).await?;
    let offered = totp_secrets::find(&*tx, user.id).await?.ok_or(IS_OFF)?;
    if offered.confirmed_at.is_some() {
        return Err(IS_ON);
    }
    let code: String = input.code.chars().filter(|c| !c.is_whitespace()).collect();
    let step = totp::check(&open_secret(&app, &offered)?, &code, now)?.ok_or_else(wrong_code)?;
    if !totp_secrets::use_step(&*tx, user.id, step).await? {
        return Err(wrong_code());
    }
    let is_first = !is_on(&*tx, user.id).await?;
    totp_secrets::confirm(&*tx, user.id, now).await?;
    sessions::delete_all(&*tx, user.id, Some(caller.session.id)).await?;
    sessions::set_second_factor(&*tx, caller.session.id, Some(now)).await?;
    let codes = if is_first { replace_codes(&app, &tx, user.id).await? } else { Vec::new() };
    notices::added(&app, &tx, user).await?;
    audit::record(&app, &tx, &caller.actor(), Event::new(Action::AccountSecondFactorAdded)).await?;
    tx.commit().await?;
    Ok(Json(RecoveryCodes { codes }))
}

/// Deactivates the authenticator app. All other sessions of the account end.
#[utoipa::path(delete, path = "/api/auth/second-factor/totp", tag = "accounts", operation_id = "delete_totp",
    responses(
        (status = 204),
        (status = 401, body = ErrorBody),
        (status = 403, description = "`step_up_required`", body = ErrorBody),
        (status = 409, description = "No app is active", body = ErrorBody)))]
pub async fn delete_totp(
    SteppedUp(caller): SteppedUp<SignedIn>,
    State(app): State<App>,
) -> Result<StatusCode> {
    let tx = caller.begin(&app).await?;
    if !has_app(&*tx, caller.user.id).await? {
        return Err(IS_OFF);
    }
    totp_secrets::delete(&*tx, caller.user.id).await?;
    settle(&tx, caller.user.id, caller.session.id).await?;
    notices::removed(&app, &tx, &caller.user).await?;
    audit::record(&app, &tx, &caller.actor(), Event::new(Action::AccountSecondFactorRemoved)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Replaces the recovery codes. The former codes stop working.
#[utoipa::path(post, path = "/api/auth/second-factor/recovery-codes", tag = "accounts",
    operation_id = "replace_recovery_codes",
    responses(
        (status = 200, body = RecoveryCodes),
        (status = 401, body = ErrorBody),
        (status = 403, description = "`step_up_required`", body = ErrorBody),
        (status = 409, description = "The account has no second factor", body = ErrorBody)))]
pub async fn replace_recovery_codes(
    SteppedUp(caller): SteppedUp<SignedIn>,
    State(app): State<App>,
) -> Result<Json<RecoveryCodes>> {
    let tx = caller.begin(&app).await?;
    if !is_on(&*tx, caller.user.id).await? {
        return Err(IS_OFF);
    }
    let codes = replace_codes(&app, &tx, caller.user.id).await?;
    notices::codes_replaced(&app, &tx, &caller.user).await?;
    audit::record(&app, &tx, &caller.actor(), Event::new(Action::AccountRecoveryCodesReplaced)).await?;
    tx.commit().await?;
    Ok(Json(RecoveryCodes { codes }))
}

pub(super) fn wrong_code() -> Error {
    Error::field("code", "Código incorreto, vencido ou já usado.")
}
