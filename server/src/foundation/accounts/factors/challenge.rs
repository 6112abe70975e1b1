//! What a sign-in holds between the password and the second factor: proof, sealed, of whose password was right and
//! when. Nothing is stored, and it is no session: all it is good for is bringing a code.

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
    /// A password changed meanwhile takes the challenge with it.
    password_changed_at: Timestamp,
    expires_at: Timestamp,
}

pub fn issue(app: &App, user: &users::Model) -> Result<String> {
    let challenge = Challenge {
        user_id: user.id,
        password_changed_at: user.password_changed_at,
        expires_at: app.clock.now() + VALID_FOR,
    };
    let bytes = serde_json::to_vec(&challenge).context("a challenge")?;
    Ok(app.secret_key.seal(PURPOSE, &bytes))
}

/// What was sealed, if it is ours and still holds.
pub fn open(app: &App, sealed: &str) -> Result<Option<Challenge>> {
    let Some(bytes) = app.secret_key.open(PURPOSE, sealed) else { return Ok(None) };
    let challenge: Challenge = serde_json::from_slice(&bytes).context("a challenge")?;
    Ok(Some(challenge).filter(|challenge| app.clock.now() < challenge.expires_at))
}

impl Challenge {
    /// The account as it is now, if the password that was right still is.
    #[must_use]
    pub fn holder(&self, found: Option<users::Model>) -> Option<users::Model> {
        found
            .filter(|user| user.disabled_at.is_none() && user.password_changed_at == self.password_changed_at)
    }
}
