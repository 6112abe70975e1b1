//! The endpoints that change the settings. They span features, because the deadlines of waiting contacts follow the settings.

use axum::extract::{Path, State, rejection::PathRejection};
use serde_json::Value;

use crate::{
    app::App,
    features::contacts,
    foundation::{
        audit,
        identity::extract::Admin,
        settings::{
            self,
            admin::{self, Fieldset, SettingsChange},
            model::{ContactInfo, SettingsName, SettingsRecord},
        },
    },
    platform::{
        clock::Timestamp,
        db::Transaction,
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
    save(&app, &admin, name, &condition, change, None).await
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
    save(&app, &admin, name, &condition, former, Some(version)).await
}

/// Changes a record in its own transaction. `restored_from` is the former version that the change restores, if any.
async fn save(
    app: &App,
    admin: &Admin,
    name: SettingsName,
    condition: &IfMatch,
    change: Fieldset,
    restored_from: Option<i32>,
) -> Result<Versioned<Value>> {
    let mut tx = app.db.begin().await?;
    // Locks the content revision before the record is read, so that the second of two concurrent changes reads the result of
    // the first.
    tx.content_changed().await?;
    let found = settings::store::find(&*tx, name).await?;
    condition.check(found.version)?;
    let unchanged = Versioned(found.version, found.document.clone());
    let contact = settings::store::contact(&*tx).await?;
    let change = SettingsChange { name, change, restored_from, by: admin.0.user.id };
    let Some((saved, event)) = change.apply(&*tx, found, app.clock.now()).await? else {
        return Ok(unchanged);
    };
    follow(&tx, &contact, app.clock.now()).await?;
    audit::record(app, &tx, &admin.actor(), event).await?;
    tx.commit().await?;
    Ok(saved)
}

/// Moves the deadlines of waiting contacts and counts the promises met again, if the calendar or the promised hours differ from
/// those of `before`. Call it in the transaction that changed the settings.
pub async fn follow(tx: &Transaction, before: &ContactInfo, now: Timestamp) -> Result<()> {
    let after = settings::store::contact(&**tx).await?;
    if after.deadline_settings() == before.deadline_settings() {
        return Ok(());
    }
    tx.lock(contacts::promise::DEADLINES_LOCK).await?;
    let calendar = contacts::promise::Calendar::new(&after);
    contacts::promise::store::extend_deadlines(&**tx, &calendar).await?;
    contacts::stats::met_promises::recount(&**tx, now).await
}
