//! What people do with their own second factor. Each change needs a recent proof of who is acting.

use axum::{Json, extract::State, http::StatusCode};

use super::{
    is_on,
    model::{Code, RecoveryCodes, SecondFactor, TotpOffer},
    notices, open_secret, purpose, recovery,
    step_up::SteppedUp,
    totp,
};
use crate::{
    accounts::{
        extract::SignedIn,
        store::{recovery_codes, sessions, totp_secrets},
    },
    app::App,
    audit::{self, Event},
    kit::{
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::JsonBody,
    },
    settings,
};

const IS_ON: Error = Error::Conflict {
    code: "second_factor_on",
    message: "O segundo fator desta conta já está ativo. Desative-o para cadastrar outro aplicativo.",
};
const IS_OFF: Error =
    Error::Conflict { code: "second_factor_off", message: "O segundo fator desta conta não está ativo." };

/// The caller's second factor.
#[utoipa::path(get, path = "/api/auth/second-factor", tag = "accounts", operation_id = "find_second_factor",
    responses((status = 200, body = SecondFactor), (status = 401, body = ErrorBody)))]
pub async fn find_second_factor(caller: SignedIn, State(app): State<App>) -> Result<Json<SecondFactor>> {
    let (db, user) = (app.db.reader(), caller.user);
    let totp = totp_secrets::find(db, user.id).await?;
    let settings = settings::store::security(db).await?;
    Ok(Json(SecondFactor {
        totp_since: totp.and_then(|totp| totp.confirmed_at),
        recovery_codes_left: recovery_codes::count_unused(db, user.id).await?,
        required: user.role.is_staff() && settings.require_second_factor,
    }))
}

/// Offers a secret to an authenticator app. Nothing changes before a code confirms that the app has it.
#[utoipa::path(post, path = "/api/auth/second-factor/totp", tag = "accounts", operation_id = "offer_totp",
    responses(
        (status = 200, body = TotpOffer),
        (status = 401, body = ErrorBody),
        (status = 403, description = "`step_up_required`", body = ErrorBody),
        (status = 409, description = "There is one already", body = ErrorBody)))]
pub async fn offer_totp(
    SteppedUp(caller): SteppedUp<SignedIn>,
    State(app): State<App>,
) -> Result<Json<TotpOffer>> {
    let (user, secret) = (caller.user, totp::new_secret());
    let company = settings::store::company(app.db.reader()).await?;
    let offer = totp::offer(&secret, &company.name, &user.email)?;
    let qr = totp::qr_path(&offer.url)?;
    let tx = app.db.begin().await?;
    if is_on(&*tx, user.id).await? {
        return Err(IS_ON);
    }
    let sealed = app.secret_key.seal(&purpose(user.id), &secret);
    totp_secrets::offer(&*tx, user.id, sealed, app.clock.now()).await?;
    tx.commit().await?;
    Ok(Json(TotpOffer { url: offer.url, key: offer.key, qr_size: qr.size, qr_path: qr.path }))
}

/// Turns the second factor on with the app's first code. Every other session of the account ends.
#[utoipa::path(post, path = "/api/auth/second-factor/totp/confirm", tag = "accounts",
    operation_id = "confirm_totp", request_body = Code,
    responses(
        (status = 200, body = RecoveryCodes),
        (status = 401, body = ErrorBody),
        (status = 403, description = "`step_up_required`", body = ErrorBody),
        (status = 409, description = "There is one already, or none was offered", body = ErrorBody),
        (status = 422, description = "The code is wrong", body = ErrorBody)))]
pub async fn confirm_totp(
    SteppedUp(caller): SteppedUp<SignedIn>,
    State(app): State<App>,
    JsonBody(input): JsonBody<Code>,
) -> Result<Json<RecoveryCodes>> {
    let (user, now) = (&caller.user, app.clock.now());
    let tx = app.db.begin().await?;
    let offered = totp_secrets::find(&*tx, user.id).await?.ok_or(IS_OFF)?;
    if offered.confirmed_at.is_some() {
        return Err(IS_ON);
    }
    let code: String = input.code.chars().filter(|c| !c.is_whitespace()).collect();
    let step = totp::check(&open_secret(&app, &offered)?, &code, now)?.ok_or_else(wrong_code)?;
    if !totp_secrets::use_step(&*tx, user.id, step).await? {
        return Err(wrong_code());
    }
    totp_secrets::confirm(&*tx, user.id, now).await?;
    sessions::delete_all(&*tx, user.id, Some(caller.session.id)).await?;
    sessions::set_second_factor(&*tx, caller.session.id, Some(now)).await?;
    let codes = replace_codes(&app, &tx, &caller).await?;
    notices::added(&app, &tx, user).await?;
    audit::record(&app, &tx, &caller.actor(), Event::new("account.second_factor_added")).await?;
    tx.commit().await?;
    Ok(Json(codes))
}

/// Turns the second factor off. Every other session of the account ends.
#[utoipa::path(delete, path = "/api/auth/second-factor/totp", tag = "accounts", operation_id = "delete_totp",
    responses(
        (status = 204),
        (status = 401, body = ErrorBody),
        (status = 403, description = "`step_up_required`", body = ErrorBody),
        (status = 409, description = "There is none", body = ErrorBody)))]
pub async fn delete_totp(
    SteppedUp(caller): SteppedUp<SignedIn>,
    State(app): State<App>,
) -> Result<StatusCode> {
    let tx = app.db.begin().await?;
    if !is_on(&*tx, caller.user.id).await? {
        return Err(IS_OFF);
    }
    super::remove(&tx, caller.user.id, Some(caller.session.id)).await?;
    notices::removed(&app, &tx, &caller.user).await?;
    audit::record(&app, &tx, &caller.actor(), Event::new("account.second_factor_removed")).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes new recovery codes. Those before are worth nothing any more.
#[utoipa::path(post, path = "/api/auth/second-factor/recovery-codes", tag = "accounts",
    operation_id = "replace_recovery_codes",
    responses(
        (status = 200, body = RecoveryCodes),
        (status = 401, body = ErrorBody),
        (status = 403, description = "`step_up_required`", body = ErrorBody),
        (status = 409, description = "There is no second factor", body = ErrorBody)))]
pub async fn replace_recovery_codes(
    SteppedUp(caller): SteppedUp<SignedIn>,
    State(app): State<App>,
) -> Result<Json<RecoveryCodes>> {
    let tx = app.db.begin().await?;
    if !is_on(&*tx, caller.user.id).await? {
        return Err(IS_OFF);
    }
    let codes = replace_codes(&app, &tx, &caller).await?;
    notices::codes_replaced(&app, &tx, &caller.user).await?;
    audit::record(&app, &tx, &caller.actor(), Event::new("account.recovery_codes_replaced")).await?;
    tx.commit().await?;
    Ok(Json(codes))
}

async fn replace_codes(app: &App, tx: &Transaction, caller: &SignedIn) -> Result<RecoveryCodes> {
    let (user, codes) = (caller.user.id, recovery::new_codes());
    let hashes = codes.iter().map(|code| recovery::hash(&app.secret_key, user, code)).collect();
    recovery_codes::replace(&**tx, user, hashes, app.clock.now()).await?;
    Ok(RecoveryCodes { codes })
}

pub(super) fn wrong_code() -> Error {
    Error::field("code", "Código incorreto, vencido ou já usado.")
}
