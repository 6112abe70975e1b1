//! The endpoints that change the settings, which the deadlines of contacts follow.

use axum::extract::{Path, State, rejection::PathRejection};
use serde_json::Value;
use tracing::Instrument;

use crate::{
    app::App,
    features::contacts::promise::refresh,
    foundation::{
        identity::extract::Admin,
        settings::{
            admin::{self, Fieldset},
            model::{SettingsName, SettingsRecord},
        },
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, Versioned},
    },
};

/// Changes a record of settings. Omitted fields keep their value.
#[utoipa::path(put, path = "/api/settings/{name}", tag = "settings", operation_id = "update_settings",
    params(
        ("name" = SettingsName, Path),
        IfMatch),
    request_body(content = Value, description = "The changed fields of the record"),
    responses((status = 200, body = SettingsRecord)))]
pub async fn update_settings(
    admin: Admin,
    State(app): State<App>,
    name: Result<Path<SettingsName>, PathRejection>,
    condition: IfMatch,
    JsonBody(change): JsonBody<Fieldset>,
) -> Result<Versioned<Value>> {
    let Path(name) = name.map_err(|_| Error::NotFound)?;
    let saved = admin::save(&app, &admin, name, &condition, change, None).await?;
    follow(&app, name).await;
    Ok(saved)
}

/// Restores a former version as a new version. Fields whose picture was deleted since then keep their current value.
#[utoipa::path(post, path = "/api/settings/{name}/history/{version}/restore", tag = "settings",
    operation_id = "restore_settings",
    params(
        ("name" = SettingsName, Path),
        ("version" = i32, Path),
        IfMatch),
    responses(
        (status = 200, body = SettingsRecord),
        (status = 422, description = "`invalid_fields`: the former version is no longer valid", body = ErrorBody)))]
pub async fn restore_settings(
    admin: Admin,
    State(app): State<App>,
    path: Result<Path<(SettingsName, i32)>, PathRejection>,
    condition: IfMatch,
) -> Result<Versioned<Value>> {
    let Path((name, version)) = path.map_err(|_| Error::NotFound)?;
    let former = admin::former(&app, name, version).await?;
    let saved = admin::save(&app, &admin, name, &condition, former, Some(version)).await?;
    follow(&app, name).await;
    Ok(saved)
}

/// Makes the deadlines of contacts follow a changed record. Runs in a separate task, so that it also ends if the client
/// disconnects. After a failure, the hourly jobs repeat it.
pub async fn follow(app: &App, changed: SettingsName) {
    if changed != SettingsName::Contact {
        return;
    }
    let app = app.clone();
    let following = async move {
        if let Err(cause) = refresh::run(&app).await {
            let cause = format!("{cause:#}");
            tracing::error!(cause, "deadlines could not follow the settings; retrying in an hour");
        }
    };
    // The settings are saved, so a panic isn't the failure of the request. It is logged.
    let _ = tokio::spawn(following.in_current_span()).await;
}
