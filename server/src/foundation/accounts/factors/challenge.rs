//! The challenge of a sign-in between the password and the second factor: a sealed value that names the user whose password
//! was correct. The client holds it; it is not stored and gives no access.

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

#[derive(Serialize, Deserialize)]
pub struct Challenge {
    pub user_id: Uuid,
    /// Makes the challenge invalid when the password changes.
    password_changed_at: Timestamp,
    expires_at: Timestamp,
}

/// Returns the sealed challenge of a user whose password was correct.
pub fn issue(app: &App, user: &users::Model) -> Result<String> {
    let challenge = Challenge {
        user_id: user.id,
        password_changed_at: user.password_changed_at,
        expires_at: app.clock.now() + VALID_FOR,
    };
    let bytes = serde_json::to_vec(&challenge).context("writing a sign-in challenge")?;
    Ok(app.secret_key.seal(PURPOSE, &bytes))
}

/// Opens a challenge. Returns `None` if it is invalid or has expired.
pub fn open(app: &App, sealed: &str) -> Result<Option<Challenge>> {
    let Some(bytes) = app.secret_key.open(PURPOSE, sealed) else { return Ok(None) };
    let challenge: Challenge = serde_json::from_slice(&bytes).context("reading a sign-in challenge")?;
    Ok(Some(challenge).filter(|challenge| app.clock.now() < challenge.expires_at))
}

impl Challenge {
    /// Returns the user of the challenge if not disabled, and if the password has not changed since.
    #[must_use]
    pub fn valid_user(&self, found: Option<users::Model>) -> Option<users::Model> {
        found
            .filter(|user| user.disabled_at.is_none() && user.password_changed_at == self.password_changed_at)
    }
}
