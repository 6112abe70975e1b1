//! The caller's authenticator app: setting it up and removing it. Each change requires a step-up.

use axum::{Json, extract::State, http::StatusCode};

use super::{is_active, new_secret, open_secret, purpose, store};
use crate::{
    app::App,
    foundation::{
        accounts::factors::{
            NO_SECOND_FACTOR, codes, finish_removal, is_enabled,
            model::{Code, RecoveryCodes, TotpOffer},
            notices, without_spaces, wrong_code,
        },
        audit::{self, Action, Event},
        identity::{
            extract::{SignedIn, StepUpRequired, SteppedUp},
            store::sessions,
        },
        settings,
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::JsonBody,
    },
};

const ALREADY_ACTIVE: Error = Error::Conflict {
    code: "second_factor_on",
    message: "Esta conta já usa um aplicativo autenticador. Desative-o para cadastrar outro.",
};

/// Returns a new secret for an authenticator app. It has no effect until a code of the app confirms it.
#[utoipa::path(post, path = "/api/auth/second-factor/totp", tag = "accounts", operation_id = "offer_totp",
    responses(
        (status = 200, body = TotpOffer),
        StepUpRequired,
        (status = 409, description = "`second_factor_on`: an authenticator app is active already", body = ErrorBody)))]
pub async fn offer_totp(
    SteppedUp(caller): SteppedUp<SignedIn>,
    State(app): State<App>,
) -> Result<Json<TotpOffer>> {
    let user = &caller.user;
    let secret = new_secret();
    let company = settings::store::company(app.db.reader()).await?;
    let offer = super::offer(&secret, &company.name, &user.email)?;
    let qr = super::qr_path(&offer.url)?;
    let tx = caller.begin(&app).await?;
    if is_active(&*tx, user.id).await? {
        return Err(ALREADY_ACTIVE);
    }
    let sealed = app.secret_key.seal(&purpose(user.id), &secret);
    store::offer(&*tx, user.id, sealed, app.clock.now()).await?;
    tx.commit().await?;
    Ok(Json(TotpOffer { url: offer.url, key: offer.key, qr_size: qr.size, qr_path: qr.path }))
}

/// Activates the authenticator app with its first code. All other sessions of the caller end. If the caller had no second
/// factor before, the response contains recovery codes.
#[utoipa::path(post, path = "/api/auth/second-factor/totp/confirm", tag = "accounts",
    operation_id = "confirm_totp", request_body = Code,
    responses(
        (status = 200, body = RecoveryCodes),
        StepUpRequired,
        (status = 409, description = "`second_factor_on`: an authenticator app is active already; \
            `second_factor_off`: no secret was created", body = ErrorBody),
        (status = 422, description = "`invalid_fields`: the code is invalid", body = ErrorBody)))]
pub async fn confirm_totp(
    SteppedUp(caller): SteppedUp<SignedIn>,
    State(app): State<App>,
    JsonBody(input): JsonBody<Code>,
) -> Result<Json<RecoveryCodes>> {
    let user = &caller.user;
    let now = app.clock.now();
    let tx = caller.begin(&app).await?;
    let offered = store::find(&*tx, user.id).await?.ok_or(NO_SECOND_FACTOR)?;
    if offered.confirmed_at.is_some() {
        return Err(ALREADY_ACTIVE);
    }
    let code = without_spaces(&input.code);
    let step = super::check(&open_secret(&app, &offered)?, &code, now)?.ok_or_else(wrong_code)?;
    if !store::use_step(&*tx, user.id, step).await? {
        return Err(wrong_code());
    }
    let is_first = !is_enabled(&*tx, user.id).await?;
    store::confirm(&*tx, user.id, now).await?;
    sessions::delete_all(&*tx, user.id, Some(caller.session.id)).await?;
    sessions::set_second_factor(&*tx, caller.session.id, Some(now)).await?;
    let codes = if is_first { codes::replace(&app, &tx, user.id).await? } else { Vec::new() };
    notices::added(&app, &tx, user).await?;
    audit::record(&app, &tx, &caller.actor(), Event::new(Action::AccountSecondFactorAdded)).await?;
    tx.commit().await?;
    Ok(Json(RecoveryCodes { codes }))
}

/// Deactivates the authenticator app. All other sessions of the caller end.
#[utoipa::path(delete, path = "/api/auth/second-factor/totp", tag = "accounts", operation_id = "delete_totp",
    responses(
        (status = 204),
        StepUpRequired,
        (status = 409, description = "`second_factor_off`: no authenticator app is active", body = ErrorBody)))]
pub async fn delete_totp(
    SteppedUp(caller): SteppedUp<SignedIn>,
    State(app): State<App>,
) -> Result<StatusCode> {
    let tx = caller.begin(&app).await?;
    if !is_active(&*tx, caller.user.id).await? {
        return Err(NO_SECOND_FACTOR);
    }
    store::delete(&*tx, caller.user.id).await?;
    finish_removal(&tx, caller.user.id, caller.session.id).await?;
    notices::removed(&app, &tx, &caller.user).await?;
    audit::record(&app, &tx, &caller.actor(), Event::new(Action::AccountSecondFactorRemoved)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
