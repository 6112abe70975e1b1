//! Changing the company's records, and what that changes for features: due dates are recomputed from business hours.

use axum::extract::{Path, State, rejection::PathRejection};
use serde_json::Value;

use crate::{
    accounts::extract::Admin,
    app::App,
    contacts,
    kit::{
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, Versioned},
    },
    settings::{
        admin::{Fieldset, former, save},
        model::{SettingsName, SettingsRecord},
    },
};

/// Changes one of the company's records. Fields left out keep their value.
#[utoipa::path(put, path = "/api/settings/{name}", tag = "settings", operation_id = "update_settings",
    params(
        ("name" = SettingsName, Path),
        ("If-Match" = Option<String>, Header, description = "Refuses the change if the record is another by now")),
    request_body(content = Value, description = "Fields of the record that have another value now"),
    responses(
        (status = 200, body = SettingsRecord, headers(("ETag" = String, description = "For If-Match"))),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 412, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub async fn update_settings(
    admin: Admin,
    State(app): State<App>,
    name: Result<Path<SettingsName>, PathRejection>,
    condition: IfMatch,
    JsonBody(change): JsonBody<Fieldset>,
) -> Result<Versioned<Value>> {
    let Path(name) = name.map_err(|_| Error::NotFound)?;
    save(&app, &admin, name, &condition, change, None, async |tx, before, after| {
        follow(tx, name, before, after).await
    })
    .await
}

/// Brings a former version back, as a new one.
#[utoipa::path(post, path = "/api/settings/{name}/history/{version}/restore", tag = "settings",
    operation_id = "restore_settings",
    params(
        ("name" = SettingsName, Path),
        ("version" = i32, Path),
        ("If-Match" = Option<String>, Header, description = "Refuses the change if the record is another by now")),
    responses(
        (status = 200, body = SettingsRecord, headers(("ETag" = String, description = "For If-Match"))),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 412, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub async fn restore_settings(
    admin: Admin,
    State(app): State<App>,
    path: Result<Path<(SettingsName, i32)>, PathRejection>,
    condition: IfMatch,
) -> Result<Versioned<Value>> {
    let Path((name, version)) = path.map_err(|_| Error::NotFound)?;
    let former = former(&app, name, version).await?;
    save(&app, &admin, name, &condition, former, Some(version), async |tx, before, after| {
        follow(tx, name, before, after).await
    })
    .await
}

/// Does what has to follow a change of a record, in its transaction.
pub async fn follow(tx: &Transaction, name: SettingsName, before: &Value, after: &Value) -> Result<()> {
    const HOURS: &str = "business_hours";
    let changed = name == SettingsName::Contact && before[HOURS] != after[HOURS];
    if changed { contacts::due::hours_changed(tx).await } else { Ok(()) }
}
