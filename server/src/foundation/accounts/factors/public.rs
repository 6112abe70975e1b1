//! The second factors of the caller, and their recovery codes.

use axum::{Json, extract::State};

use super::{
    NO_SECOND_FACTOR, codes, is_enabled,
    model::{RecoveryCodes, SecondFactor},
    notices,
    passkeys::store as passkeys,
    totp::store as totp_secrets,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::{
            extract::{SignedIn, StepUpRequired, SteppedUp},
            store::policy,
        },
    },
    platform::error::{ErrorBody, Result},
};

/// Returns the caller's second factors.
#[utoipa::path(get, path = "/api/auth/second-factor", tag = "accounts", operation_id = "find_second_factor",
    responses((status = 200, body = SecondFactor)))]
pub async fn find_second_factor(caller: SignedIn, State(app): State<App>) -> Result<Json<SecondFactor>> {
    let user = caller.user;
    let reader = app.db.reader();
    let totp = totp_secrets::find(reader, user.id).await?;
    let security = policy::find(reader).await?;
    Ok(Json(SecondFactor {
        totp_since: totp.and_then(|totp| totp.confirmed_at),
        passkeys: passkeys::list(reader, user.id).await?.into_iter().map(Into::into).collect(),
        recovery_codes_left: codes::store::count_unused(reader, user.id).await?,
        required: user.role.is_staff() && security.require_second_factor,
    }))
}

/// Replaces the recovery codes. The former codes stop working.
#[utoipa::path(post, path = "/api/auth/second-factor/recovery-codes", tag = "accounts",
    operation_id = "replace_recovery_codes",
    responses(
        (status = 200, body = RecoveryCodes),
        StepUpRequired,
        (status = 409, description = "`second_factor_off`: the caller has no second factor", body = ErrorBody)))]
pub async fn replace_recovery_codes(
    SteppedUp(caller): SteppedUp<SignedIn>,
    State(app): State<App>,
) -> Result<Json<RecoveryCodes>> {
    let tx = caller.begin(&app).await?;
    if !is_enabled(&*tx, caller.user.id).await? {
        return Err(NO_SECOND_FACTOR);
    }
    let codes = codes::replace(&app, &tx, caller.user.id).await?;
    notices::codes_replaced(&app, &tx, &caller.user).await?;
    audit::record(&app, &tx, &caller.actor(), Event::new(Action::AccountRecoveryCodesReplaced)).await?;
    tx.commit().await?;
    Ok(Json(RecoveryCodes { codes }))
}
