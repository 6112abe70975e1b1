//! What the company asks of its staff's accounts. Stored with the settings; here because accounts enforce it.

use axum::{Json, extract::State};

use super::{
    extract::Admin,
    factors::{self, step_up::SteppedUp},
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        settings::{model::Security, store},
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::JsonBody,
    },
};

/// The rules for staff's accounts.
#[utoipa::path(get, path = "/api/settings/security", tag = "settings", operation_id = "find_security",
    responses((status = 200, body = Security), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub async fn find_security(_: Admin, State(app): State<App>) -> Result<Json<Security>> {
    Ok(Json(store::security(app.db.reader()).await?))
}

/// Changes the rules for staff's accounts. Who asks others for a second factor has shown that theirs works.
#[utoipa::path(put, path = "/api/settings/security", tag = "settings", operation_id = "update_security",
    request_body = Security,
    responses(
        (status = 200, body = Security),
        (status = 401, body = ErrorBody),
        (status = 403, description = "Among others `step_up_required`", body = ErrorBody),
        (status = 409, description = "The caller has no second factor yet", body = ErrorBody)))]
pub async fn update_security(
    SteppedUp(caller): SteppedUp<Admin>,
    State(app): State<App>,
    JsonBody(new): JsonBody<Security>,
) -> Result<Json<Security>> {
    let tx = app.db.begin().await?;
    let old = store::security(&*tx).await?;
    if new.require_second_factor && !factors::is_on(&*tx, caller.0.user.id).await? {
        return Err(Error::Conflict {
            code: "second_factor_off",
            message: "Ative primeiro o seu próprio segundo fator.",
        });
    }
    store::update_security(&*tx, &new, app.clock.now()).await?;
    let event = Event::new(Action::SettingsUpdated).on("security", "Segurança").changed(&old, &new);
    audit::record(&app, &tx, &caller.actor(), event).await?;
    tx.commit().await?;
    Ok(Json(new))
}
