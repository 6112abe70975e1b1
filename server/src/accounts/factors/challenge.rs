//! What a sign-in holds between the password and the second factor: proof, sealed, of whose password was right and
//! when. Nothing is stored, and it is no session: all it is good for is bringing a code.

use anyhow::Context;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    accounts::store::users,
    app::App,
    kit::{clock::Timestamp, error::Result},
};

const PURPOSE: &str = "sign-in challenge";
const VALID_FOR: TimeDelta = TimeDelta::minutes(5);

#[derive(Serialize, Deserialize)]
struct Challenge {
    user_id: Uuid,
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

/// Whose password was right, if the challenge is ours and still holds.
pub async fn redeem(app: &App, sealed: &str) -> Result<Option<users::Model>> {
    let Some(bytes) = app.secret_key.open(PURPOSE, sealed) else { return Ok(None) };
    let challenge: Challenge = serde_json::from_slice(&bytes).context("a challenge")?;
    if app.clock.now() >= challenge.expires_at {
        return Ok(None);
    }
    let user = users::find(app.db.reader(), challenge.user_id).await?;
    Ok(user.filter(|user| {
        user.disabled_at.is_none() && user.password_changed_at == challenge.password_changed_at
    }))
}
