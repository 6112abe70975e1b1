//! Requirements on staff: a long password and, if administrators decide so, a second factor. Checked on each request that
//! only staff may send.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    model::User,
    store::{policy, sessions},
};
use crate::{
    app::App,
    platform::error::{Refusal, Result},
};

/// Minimum number of characters in a staff password.
pub const MIN_STAFF_PASSWORD: usize = 12;

pub const PASSWORD_CHANGE_REQUIRED: Refusal = Refusal {
    status: StatusCode::FORBIDDEN,
    code: "password_change_required",
    message: "Antes de continuar, escolha uma senha de pelo menos 12 caracteres.",
};

pub const SECOND_FACTOR_ENROLLMENT_REQUIRED: Refusal = Refusal {
    status: StatusCode::FORBIDDEN,
    code: "second_factor_enrollment_required",
    message: "A sua equipe exige um segundo fator. Ative o seu para continuar.",
};

/// The security settings for staff.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Security {
    /// Whether staff without a second factor must set one up before any other request that only staff may send.
    pub require_second_factor: bool,
}

/// Returns whether the password is long enough for staff.
#[must_use]
pub fn is_long_enough_for_staff(password: &str) -> bool {
    password.chars().count() >= MIN_STAFF_PASSWORD
}

/// Returns the refusal for the first requirement that a member of staff doesn't meet, or `None` if all are met.
pub async fn unmet(app: &App, user: &User, session: &sessions::Model) -> Result<Option<Refusal>> {
    if user.must_change_password {
        return Ok(Some(PASSWORD_CHANGE_REQUIRED));
    }
    if session.second_factor_at.is_some() {
        return Ok(None);
    }
    let security = policy::find(app.db.reader()).await?;
    Ok(security.require_second_factor.then_some(SECOND_FACTOR_ENROLLMENT_REQUIRED))
}
