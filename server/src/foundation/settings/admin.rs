//! The settings for administrators: reading and changing them. The endpoints of changes are in `operations/settings_changes.rs`.

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
        error::{Error, Result},
        http::{IfMatch, Query, Versioned},
        paging::Page,
        parse::Fields,
    },
};

/// The changed fields of a record, by name.
pub type Fieldset = Map<String, Value>;

/// Returns a record of settings.
#[utoipa::path(get, path = "/api/settings/{name}", tag = "settings", operation_id = "find_settings",
    params(("name" = SettingsName, Path)),
    responses((status = 200, body = SettingsRecord)))]
pub async fn find_settings(
    _: Admin,
    State(app): State<App>,
    name: Result<Path<SettingsName>, PathRejection>,
) -> Result<Versioned<Value>> {
    let Path(name) = name.map_err(|_| Error::NotFound)?;
    let found = store::find(app.db.reader(), name).await?;
    Ok(Versioned(found.version, found.document))
}

/// Lists the versions of a record of settings, newest first.
#[utoipa::path(get, path = "/api/settings/{name}/history", tag = "settings",
    operation_id = "list_settings_history",
    params(("name" = SettingsName, Path), HistoryPaging),
    responses((status = 200, body = Vec<HistoryEntry>)))]
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

/// Returns the change that restores a version, without fields that no longer exist and fields whose picture was deleted.
pub async fn former(app: &App, name: SettingsName, version: i32) -> Result<Fieldset> {
    let reader = app.db.reader();
    let Some(Value::Object(mut former)) = history::store::find(reader, subject(name), version).await? else {
        return Err(Error::NotFound);
    };
    let current = store::find(reader, name).await?;
    former.retain(|field, _| current.document.get(field).is_some());
    for (field, _) in unsuitable_pictures(reader, name, &current.document, &former).await? {
        former.remove(field);
    }
    Ok(former)
}

/// Changes a record in its own transaction. `restored_from` is the former version that the change restores, if any.
pub async fn save(
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
    let found = store::find(&*tx, name).await?;
    condition.check(found.version)?;
    let unchanged = Versioned(found.version, found.document.clone());
    let change = SettingsChange { name, change, restored_from, by: admin.0.user.id };
    let Some((saved, event)) = change.apply(&*tx, found, app.clock.now()).await? else {
        return Ok(unchanged);
    };
    audit::record(app, &tx, &admin.actor(), event).await?;
    tx.commit().await?;
    Ok(saved)
}

/// A change of a record by a user.
pub struct SettingsChange {
    pub name: SettingsName,
    pub change: Fieldset,
    /// The former version that the change restores, if any.
    pub restored_from: Option<i32>,
    /// The id of the author.
    pub by: Uuid,
}

impl SettingsChange {
    /// Applies the change to the record `found`. Returns the new record, and an audit event that this function's caller must
    /// record. Returns `None` if nothing changes.
    pub async fn apply(
        self,
        tx: &impl ConnectionTrait,
        found: store::Found,
        now: Timestamp,
    ) -> Result<Option<(Versioned<Value>, Event)>> {
        let Self { name, change, restored_from, by } = self;
        let (old_version, before) = (found.version, found.document.clone());
        let merged = merged(tx, name, &before, change).await?;
        if merged == before {
            return Ok(None);
        }
        store::update(tx, name, found, &merged, now).await?;
        // Read again, because default texts may contain the company's name, which may have changed.
        let store::Found { version, document, .. } = store::find(tx, name).await?;
        let saved = Change { before: (old_version, &before), after: (version, &document), restored_from, by };
        history::store::record(tx, subject(name), saved, now).await?;
        let action = if restored_from.is_some() { Action::SettingsRestored } else { Action::SettingsUpdated };
        let event = Event::new(action).on(name.key(), name.label()).changed(&before, &document);
        Ok(Some((Versioned(version, document), event)))
    }
}

/// Returns the record `current` with the fields of `change`, validated.
pub async fn merged(
    connection: &impl ConnectionTrait,
    name: SettingsName,
    current: &Value,
    change: Fieldset,
) -> Result<Value> {
    let mut fields = Fields::default();
    for (field, problem) in unsuitable_pictures(connection, name, current, &change).await? {
        fields.refuse(field, problem);
    }
    name.merge(current, change, fields)
}

/// Returns the record as the subject of its history.
#[must_use]
pub fn subject(name: SettingsName) -> Subject<'static> {
    Subject { kind: "settings", id: name.key(), is_lasting: None }
}

/// Returns the changed fields whose picture does not exist or has the wrong format, each with the error message.
async fn unsuitable_pictures(
    connection: &impl ConnectionTrait,
    name: SettingsName,
    current: &Value,
    change: &Fieldset,
) -> Result<Vec<(&'static str, &'static str)>> {
    let mut unsuitable = Vec::new();
    for (field, kind) in name.pictures() {
        let Some(url) = change.get(*field).and_then(Value::as_str).map(str::trim) else { continue };
        if url.is_empty() || current[field] == url {
            continue;
        }
        let extension = url.rsplit_once('.').map_or("", |(_, extension)| extension);
        if media::store::find_by_url(connection, url).await?.is_none() {
            unsuitable.push((*field, "Esta imagem não existe mais. Envie outra."));
        } else if !kind.accepts(extension) {
            unsuitable.push((*field, kind.refusal()));
        }
    }
    Ok(unsuitable)
}
