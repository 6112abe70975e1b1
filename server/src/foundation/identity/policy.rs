//! Requirements on staff accounts, checked on each staff request.

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

/// The security settings for staff accounts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Security {
    /// Whether staff without a second factor must set one up before any other staff call.
    pub require_second_factor: bool,
}

/// Returns what the staff member must do before any other staff call, or `None` if the policy is satisfied.
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
