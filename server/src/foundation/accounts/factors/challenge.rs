//! The challenge of a sign-in between the password and the second factor: an encrypted value with the id of the user whose
//! password was correct. The client sends it with the second factor. The server does not store it, and it gives no access.

use anyhow::Context;
use axum::http::StatusCode;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    app::App,
    foundation::identity::store::users,
    platform::{
        clock::Timestamp,
        error::{Refusal, Result},
    },
};

pub const CHALLENGE_EXPIRED: Refusal = Refusal {
    status: StatusCode::UNAUTHORIZED,
    code: "challenge_expired",
    message: "O tempo para informar o código acabou. Entre de novo com a sua senha.",
};

const PURPOSE: &str = "sign-in challenge";
const VALID_FOR: TimeDelta = TimeDelta::minutes(5);

/// The content of a challenge.
#[derive(Serialize, Deserialize)]
pub struct Challenge {
    pub user_id: Uuid,
    /// Time of the password's last change. The challenge becomes invalid when the password changes.
    password_changed_at: Timestamp,
    expires_at: Timestamp,
}

/// Returns the encrypted challenge for a user whose password was correct.
pub fn issue(app: &App, user: &users::Model) -> Result<String> {
    let challenge = Challenge {
        user_id: user.id,
        password_changed_at: user.password_changed_at,
        expires_at: app.clock.now() + VALID_FOR,
    };
    let bytes = serde_json::to_vec(&challenge).context("writing a sign-in challenge")?;
    Ok(app.secret_key.seal(PURPOSE, &bytes))
}

/// Decrypts a challenge. Returns `None` if it is invalid or has expired.
pub fn open(app: &App, sealed: &str) -> Result<Option<Challenge>> {
    let Some(bytes) = app.secret_key.open(PURPOSE, sealed) else { return Ok(None) };
    let challenge: Challenge = serde_json::from_slice(&bytes).context("reading a sign-in challenge")?;
    Ok(Some(challenge).filter(|challenge| app.clock.now() < challenge.expires_at))
}

impl Challenge {
    /// Returns `found`, the user of the challenge, unless the user is disabled or the password has changed since.
    #[must_use]
    pub fn valid_user(&self, found: Option<users::Model>) -> Option<users::Model> {
        found
            .filter(|user| user.disabled_at.is_none() && user.password_changed_at == self.password_changed_at)
    }
}
