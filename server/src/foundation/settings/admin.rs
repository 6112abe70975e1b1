//! Reading and changing what the site says of the company. The next visitor sees it.

use axum::extract::{Path, State, rejection::PathRejection};
use sea_orm::ConnectionTrait;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::{
    model::{SettingsName, SettingsRecord},
    store,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        history::{
            self,
            model::{Change, HistoryEntry, HistoryPaging, Subject},
        },
        identity::extract::Admin,
        media,
    },
    platform::{
        clock::Timestamp,
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, Query, Versioned},
        paging::Page,
        parse::Fields,
    },
};

pub type Fieldset = Map<String, Value>;

/// One of the company's records.
#[utoipa::path(get, path = "/api/settings/{name}", tag = "settings", operation_id = "find_settings",
    params(("name" = SettingsName, Path)),
    responses(
        (status = 200, body = SettingsRecord, headers(("ETag" = String, description = "For If-Match")))))]
pub async fn find_settings(
    _: Admin,
    State(app): State<App>,
    name: Result<Path<SettingsName>, PathRejection>,
) -> Result<Versioned<Value>> {
    let Path(name) = name.map_err(|_| Error::NotFound)?;
    let found = store::find(app.db.reader(), name).await?;
    Ok(Versioned(found.version, found.document))
}

/// What one of the company's records was before, the newest first.
#[utoipa::path(get, path = "/api/settings/{name}/history", tag = "settings",
    operation_id = "list_settings_history",
    params(("name" = SettingsName, Path), HistoryPaging),
    responses(
        (status = 200, body = Vec<HistoryEntry>, headers(
            ("Link" = String, description = "The next page, as RFC 8288 says"),
            ("X-Total-Count" = u64, description = "How many versions are kept")))))]
pub async fn list_history(
    _: Admin,
    State(app): State<App>,
    name: Result<Path<SettingsName>, PathRejection>,
    Query(paging): Query<HistoryPaging>,
) -> Result<Page<HistoryEntry>> {
    let Path(name) = name.map_err(|_| Error::NotFound)?;
    let path = format!("/api/settings/{}/history", name.key());
    history::store::list(app.db.reader(), subject(name), &paging, &path).await
}

/// Changes one of the company's records. Fields left out keep their value.
#[utoipa::path(put, path = "/api/settings/{name}", tag = "settings", operation_id = "update_settings",
    params(
        ("name" = SettingsName, Path),
        IfMatch),
    request_body(content = Value, description = "Fields of the record that have another value now"),
    responses(
        (status = 200, body = SettingsRecord, headers(("ETag" = String, description = "For If-Match")))))]
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

/// Brings a former version back, as a new one.
#[utoipa::path(post, path = "/api/settings/{name}/history/{version}/restore", tag = "settings",
    operation_id = "restore_settings",
    params(
        ("name" = SettingsName, Path),
        ("version" = i32, Path),
        IfMatch),
    responses(
        (status = 200, body = SettingsRecord, headers(("ETag" = String, description = "For If-Match"))),
        (status = 422, description = "The version no longer passes the validation", body = ErrorBody)))]
pub async fn restore_settings(
    admin: Admin,
    State(app): State<App>,
    path: Result<Path<(SettingsName, i32)>, PathRejection>,
    condition: IfMatch,
) -> Result<Versioned<Value>> {
    let Path((name, version)) = path.map_err(|_| Error::NotFound)?;
    let former = former(&app, name, version).await?;
    save(&app, &admin, name, &condition, former, Some(version)).await
}

/// What it takes to make a record what it was at a former version. That release may have had other fields, and a picture may
/// have been deleted since.
async fn former(app: &App, name: SettingsName, version: i32) -> Result<Fieldset> {
    let reader = app.db.reader();
    let Some(Value::Object(mut former)) = history::store::find(reader, subject(name), version).await? else {
        return Err(Error::NotFound);
    };
    let current = store::find(reader, name).await?;
    former.retain(|field, _| current.document.get(field).is_some());
    for (field, _) in missing_pictures(reader, name, &current.document, &former).await? {
        former.remove(field);
    }
    Ok(former)
}

/// What every way to change a record has in common.
async fn save(
    app: &App,
    admin: &Admin,
    name: SettingsName,
    condition: &IfMatch,
    change: Fieldset,
    restored_from: Option<i32>,
) -> Result<Versioned<Value>> {
    let mut tx = app.db.begin().await?;
    // First, for its lock: of two changes at once the second sees what the first has done.
    tx.content_changed().await?;
    let found = store::find(&*tx, name).await?;
    condition.check(found.version)?;
    let (version, before) = (found.version, found.document.clone());
    let change = Writing { name, change, restored_from, by: admin.0.user.id };
    let Some((saved, event)) = change.write(&*tx, found, app.clock.now()).await? else {
        return Ok(Versioned(version, before));
    };
    audit::record(app, &tx, &admin.actor(), event).await?;
    tx.commit().await?;
    Ok(saved)
}

/// A change of a record, on its way into it.
pub struct Writing {
    pub name: SettingsName,
    pub change: Fieldset,
    /// The version that is brought back, if that is the change.
    pub restored_from: Option<i32>,
    pub by: Uuid,
}

impl Writing {
    /// The record after the change, and the event for whoever owns the transaction; nothing where nothing changes.
    pub async fn write(
        self,
        tx: &impl ConnectionTrait,
        found: store::Found,
        now: Timestamp,
    ) -> Result<Option<(Versioned<Value>, Event)>> {
        let Self { name, change, restored_from, by } = self;
        let (old, before) = (found.version, found.document.clone());
        let merged = merged(tx, name, &before, change).await?;
        if merged == before {
            return Ok(None);
        }
        store::update(tx, name, found, &merged, now).await?;
        // Read again: what nobody has set follows the company's name, which may be another now.
        let store::Found { version, document, .. } = store::find(tx, name).await?;
        let saved = Change { before: (old, &before), after: (version, &document), restored_from, by };
        history::store::record(tx, subject(name), saved, now).await?;
        let action = if restored_from.is_some() { Action::SettingsRestored } else { Action::SettingsUpdated };
        let event = Event::new(action).on(name.key(), name.label()).changed(&before, &document);
        Ok(Some((Versioned(version, document), event)))
    }
}

/// The record `current` with the fields of `change`, if all of them can stand there.
pub async fn merged(
    connection: &impl ConnectionTrait,
    name: SettingsName,
    current: &Value,
    change: Fieldset,
) -> Result<Value> {
    let mut fields = Fields::default();
    for (field, problem) in missing_pictures(connection, name, current, &change).await? {
        fields.refuse(field, problem);
    }
    name.merge(current, change, fields)
}

#[must_use]
pub fn subject(name: SettingsName) -> Subject<'static> {
    Subject { kind: "settings", id: name.key() }
}

/// The fields of `change` that name another picture than before, one that isn't there or can't stand there.
async fn missing_pictures(
    connection: &impl ConnectionTrait,
    name: SettingsName,
    current: &Value,
    change: &Fieldset,
) -> Result<Vec<(&'static str, &'static str)>> {
    let mut missing = Vec::new();
    for (field, place) in name.pictures() {
        let Some(url) = change.get(*field).and_then(Value::as_str).map(str::trim) else { continue };
        if url.is_empty() || current[field] == url {
            continue;
        }
        let extension = url.rsplit_once('.').map_or("", |(_, extension)| extension);
        if media::store::find_by_url(connection, url).await?.is_none() {
            missing.push((*field, "Esta imagem não existe mais. Envie outra."));
        } else if !place.takes(extension) {
            missing.push((*field, place.refusal()));
        }
    }
    Ok(missing)
}
