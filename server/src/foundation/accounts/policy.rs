//! Endpoints to read and change the security settings for staff.

use axum::{Json, extract::State};

use super::factors;
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::{
            extract::{Admin, StepUpRequired, SteppedUp},
            policy::Security,
            store::policy,
        },
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::JsonBody,
    },
};

/// Returns the security settings for staff.
#[utoipa::path(get, path = "/api/settings/security", tag = "settings", operation_id = "find_security",
    responses((status = 200, body = Security)))]
pub async fn find_security(_: Admin, State(app): State<App>) -> Result<Json<Security>> {
    Ok(Json(policy::find(app.db.reader()).await?))
}

/// Changes the security settings for staff. Only administrators who use a second factor can require one.
#[utoipa::path(put, path = "/api/settings/security", tag = "settings", operation_id = "update_security",
    request_body = Security,
    responses(
        (status = 200, body = Security),
        StepUpRequired,
        (status = 409, description = "`second_factor_off`: the caller has no second factor", body = ErrorBody)))]
pub async fn update_security(
    SteppedUp(caller): SteppedUp<Admin>,
    State(app): State<App>,
    JsonBody(new): JsonBody<Security>,
) -> Result<Json<Security>> {
    let tx = caller.0.begin(&app).await?;
    let old = policy::find(&*tx).await?;
    if new.require_second_factor && !factors::is_enabled(&*tx, caller.0.user.id).await? {
        return Err(Error::Conflict {
            code: "second_factor_off",
            message: "Ative primeiro o seu próprio segundo fator.",
        });
    }
    policy::replace(&*tx, new, app.clock.now()).await?;
    let event = Event::new(Action::SettingsUpdated).on("security", "Segurança").changed(&old, &new);
    audit::record(&app, &tx, &caller.actor(), event).await?;
    tx.commit().await?;
    Ok(Json(new))
}
