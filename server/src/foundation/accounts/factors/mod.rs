//! Second factors: codes of an authenticator app, passkeys, and recovery codes for when both are lost.

mod challenge;
pub mod codes;
pub mod login;
pub mod model;
mod notices;
pub mod passkeys;
pub mod public;
pub mod step_up;
pub mod totp;

use axum::http::StatusCode;
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use self::model::Factor;
use crate::{
    app::App,
    foundation::identity::{
        session::devices::KnownDevice,
        store::{sessions, users},
    },
    platform::{
        db::Transaction,
        error::{Error, Refusal, Result},
    },
};

/// The error for an action that requires an active second factor.
const NO_SECOND_FACTOR: Error =
    Error::Conflict { code: "second_factor_off", message: "O segundo fator desta conta não está ativo." };
const SECOND_FACTOR_REQUIRED: Refusal = Refusal {
    status: StatusCode::UNAUTHORIZED,
    code: "second_factor_required",
    message: "Falta o seu segundo fator: um código do aplicativo, uma chave de acesso ou um código de recuperação.",
};

/// The kind of a code that was valid and is now marked as used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A code of the authenticator app.
    AuthenticatorApp,
    /// A recovery code. `left` is the number of unused recovery codes.
    RecoveryCode { left: u64 },
}

/// Returns whether the user has a second factor.
pub async fn is_enabled(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<bool> {
    Ok(!list(connection, user_id).await?.is_empty())
}

/// Lists the kinds of second factors that the user has.
async fn list(connection: &impl ConnectionTrait, user_id: Uuid) -> Result<Vec<Factor>> {
    let totp = totp::is_active(connection, user_id).await?.then_some(Factor::AuthenticatorApp);
    let passkey = (passkeys::store::count(connection, user_id).await? > 0).then_some(Factor::Passkey);
    Ok(totp.into_iter().chain(passkey).collect())
}

/// Requires a second step of the sign-in if the user has a second factor. Call it before a correct password starts a session.
///
/// # Errors
/// Returns [`Error::Challenged`], with a challenge for the second step, if the user has a second factor.
pub async fn require_second_step(app: &App, user: &users::Model) -> Result<()> {
    let factors = list(app.db.reader(), user.id).await?;
    if factors.is_empty() {
        return Ok(());
    }
    let factors = factors.into_iter().map(Factor::name).collect();
    Err(Error::Challenged {
        refusal: SECOND_FACTOR_REQUIRED,
        challenge: challenge::issue(app, user)?,
        factors,
    })
}

/// Checks a code and marks it as used. Returns `None` if it is invalid or was used before. Invalid codes count against a limit
/// of the user. Each known device has a separate limit, so that a stranger who knows the password can't lock the user out.
pub async fn take_code(
    app: &App,
    tx: &Transaction,
    user_id: Uuid,
    device: Option<&KnownDevice>,
    code: &str,
) -> Result<Option<Proof>> {
    let key = (user_id, device.map(|device| device.token_hash.clone()));
    app.limits.failed_codes.take(key.clone(), app.clock.steady())?;
    let code = without_spaces(code);
    let is_from_app = code.chars().count() == 6;
    let proof = if is_from_app {
        let is_valid = totp::take(app, tx, user_id, &code).await;
        is_valid.map(|is_valid| is_valid.then_some(Proof::AuthenticatorApp))
    } else {
        let left = codes::take(app, tx, user_id, &code).await;
        left.map(|left| left.map(|left| Proof::RecoveryCode { left }))
    };
    if !matches!(proof, Ok(None)) {
        app.limits.failed_codes.give_back(&key);
    }
    proof
}

/// Removes all second factors and recovery codes of a user, and ends all sessions. Returns false if there was nothing to
/// remove.
pub async fn remove(tx: &Transaction, user_id: Uuid) -> Result<bool> {
    let had_app = totp::store::delete(&**tx, user_id).await?;
    let had_codes = codes::store::delete(&**tx, user_id).await?;
    let had_passkeys = passkeys::store::delete_all(&**tx, user_id).await?;
    sessions::delete_all(&**tx, user_id, None).await?;
    Ok(had_app || had_codes || had_passkeys)
}

/// Completes the removal of one second factor. Ends all sessions of the user except `current_session`. If no second factor is
/// left, also deletes the recovery codes, and marks the current session as one without a second factor.
async fn finish_removal(tx: &Transaction, user_id: Uuid, current_session: Uuid) -> Result<()> {
    sessions::delete_all(&**tx, user_id, Some(current_session)).await?;
    if !is_enabled(&**tx, user_id).await? {
        codes::store::delete(&**tx, user_id).await?;
        sessions::set_second_factor(&**tx, current_session, None).await?;
    }
    Ok(())
}

/// Removes the spaces that users may type between the groups of a code.
fn without_spaces(code: &str) -> String {
    code.chars().filter(|c| !c.is_whitespace()).collect()
}

fn wrong_code() -> Error {
    Error::field("code", "Código incorreto, vencido ou já usado.")
}
