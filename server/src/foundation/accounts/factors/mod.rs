//! Second factors: codes of an authenticator app, passkeys, and recovery codes for when both are lost.

mod challenge;
pub mod login;
pub mod model;
mod notices;
pub mod passkeys;
pub mod public;
mod recovery;
pub mod step_up;
mod totp;

use anyhow::anyhow;
use axum::http::StatusCode;
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use self::model::Factor;
use super::store::{self, recovery_codes, totp_secrets};
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

const SECOND_FACTOR_REQUIRED: Refusal = Refusal {
    status: StatusCode::UNAUTHORIZED,
    code: "second_factor_required",
    message: "Falta o seu segundo fator: um código do aplicativo, uma chave de acesso ou um código de recuperação.",
};

/// A valid code, which is now used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    App,
    RecoveryCode { left: u64 },
}

/// Returns whether the account has a second factor.
pub async fn is_on(connection: &impl ConnectionTrait, user: Uuid) -> Result<bool> {
    Ok(!list(connection, user).await?.is_empty())
}

/// Lists the second factors of the account.
async fn list(connection: &impl ConnectionTrait, user: Uuid) -> Result<Vec<Factor>> {
    let app = has_app(connection, user).await?.then_some(Factor::App);
    let passkey = (store::passkeys::count(connection, user).await? > 0).then_some(Factor::Passkey);
    Ok(app.into_iter().chain(passkey).collect())
}

async fn has_app(connection: &impl ConnectionTrait, user: Uuid) -> Result<bool> {
    Ok(totp_secrets::find(connection, user).await?.is_some_and(|secret| secret.confirmed_at.is_some()))
}

/// Refuses the sign-in with a challenge if the account has a second factor. To be called before a password or a link
/// starts a session.
pub async fn demand(app: &App, user: &users::Model) -> Result<()> {
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

/// Checks a code and marks it as used. Invalid codes count against a limit of the account. Known devices have a limit
/// of their own, so that a stranger who knows the password cannot lock the owner out.
pub async fn take_code(
    app: &App,
    tx: &Transaction,
    user: Uuid,
    device: Option<&KnownDevice>,
    code: &str,
) -> Result<Option<Proof>> {
    let key = (user, device.map(|device| device.token_hash.clone()));
    app.limits.failed_codes.take(key.clone(), app.clock.steady())?;
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let is_from_app = code.chars().count() == 6;
    let proof = if is_from_app {
        take_totp(app, tx, user, &code).await
    } else {
        take_recovery(app, tx, user, &code).await
    };
    if !matches!(proof, Ok(None)) {
        app.limits.failed_codes.give_back(&key);
    }
    proof
}

async fn take_totp(app: &App, tx: &Transaction, user: Uuid, code: &str) -> Result<Option<Proof>> {
    let found = totp_secrets::find(&**tx, user).await?;
    let Some(row) = found.filter(|row| row.confirmed_at.is_some()) else { return Ok(None) };
    let step = totp::check(&open_secret(app, &row)?, code, app.clock.now())?;
    let Some(step) = step else { return Ok(None) };
    Ok(totp_secrets::use_step(&**tx, user, step).await?.then_some(Proof::App))
}

async fn take_recovery(app: &App, tx: &Transaction, user: Uuid, code: &str) -> Result<Option<Proof>> {
    let hash = recovery::hash(&app.secret_key, user, code);
    if !recovery_codes::take(&**tx, user, &hash, app.clock.now()).await? {
        return Ok(None);
    }
    let left = recovery_codes::count_unused(&**tx, user).await?;
    Ok(Some(Proof::RecoveryCode { left }))
}

/// Removes all second factors and ends all sessions of the account. Returns false if it had none.
pub async fn remove(tx: &Transaction, user: Uuid) -> Result<bool> {
    let had_app = totp_secrets::delete(&**tx, user).await?;
    let had_codes = recovery_codes::delete(&**tx, user).await?;
    let had_passkeys = store::passkeys::delete_all(&**tx, user).await?;
    sessions::delete_all(&**tx, user, None).await?;
    Ok(had_app || had_codes || had_passkeys)
}

/// Ends the other sessions after a second factor was removed. With the last one, also deletes the recovery codes.
async fn settle(tx: &Transaction, user: Uuid, kept_session: Uuid) -> Result<()> {
    sessions::delete_all(&**tx, user, Some(kept_session)).await?;
    if !is_on(&**tx, user).await? {
        recovery_codes::delete(&**tx, user).await?;
        sessions::set_second_factor(&**tx, kept_session, None).await?;
    }
    Ok(())
}

/// Replaces the recovery codes.
async fn replace_codes(app: &App, tx: &Transaction, user: Uuid) -> Result<Vec<String>> {
    let codes = recovery::new_codes();
    let hashes = codes.iter().map(|code| recovery::hash(&app.secret_key, user, code)).collect();
    recovery_codes::replace(&**tx, user, hashes, app.clock.now()).await?;
    Ok(codes)
}

/// The purpose of the seal. It contains the owner, so that a secret copied to another row cannot be opened.
fn purpose(user: Uuid) -> String {
    format!("totp {user}")
}

fn open_secret(app: &App, row: &totp_secrets::Model) -> Result<Vec<u8>> {
    let secret = app.secret_key.open(&purpose(row.user_id), &row.sealed_secret);
    Ok(secret
        .ok_or_else(|| anyhow!("the secret key is not the one that sealed an authenticator's secret"))?)
}
