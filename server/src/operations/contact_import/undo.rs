//! Undoing an import of contacts: those that nobody has changed since are moved to the trash.

use axum::{Json, extract::State};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    app::App,
    features::contacts::store::{self, imports},
    foundation::{
        audit::{self, Action},
        identity::extract::Admin,
    },
    platform::{
        db::unsigned,
        error::{Error, ErrorBody, Result},
        http::PathId,
    },
};

/// Time for which an import can be undone.
const MAX_AGE: TimeDelta = TimeDelta::hours(24);
/// Maximum number of contacts that one transaction moves, so that other writes don't wait long.
const CHUNK: u64 = 200;

const EXPIRED: Error = Error::Conflict {
    code: "import_too_old",
    message: "Uma importação só pode ser desfeita por 24 horas. Mova os contatos para a lixeira na lista.",
};

/// An import that can be undone.
#[derive(Serialize, ToSchema)]
pub struct RecentImport {
    pub id: Uuid,
    pub imported_at: DateTime<Utc>,
    /// Number of its contacts that nobody has changed.
    pub untouched: u64,
}

/// The result of undoing an import.
#[derive(Serialize, ToSchema)]
pub struct UndoneImport {
    /// Number of contacts that were moved to the trash.
    pub deleted: u64,
    /// Number of contacts that remain, because they were changed or got a note, a reply, a message or a step.
    pub skipped: u64,
}

/// Lists the imports of the last 24 hours of which contacts are unchanged, newest first.
#[utoipa::path(get, path = "/api/contacts/imports", tag = "contacts", operation_id = "list_contact_imports",
    responses((status = 200, body = Vec<RecentImport>)))]
pub async fn list_imports(_: Admin, State(app): State<App>) -> Result<Json<Vec<RecentImport>>> {
    let found = imports::list_untouched_imports(app.db.reader(), app.clock.now() - MAX_AGE).await?;
    let recent = found.into_iter().map(|import| RecentImport {
        id: import.import_id,
        imported_at: import.imported_at,
        untouched: unsigned(import.contacts),
    });
    Ok(Json(recent.collect()))
}

/// Moves the contacts of an import that nobody has changed to the trash, for 24 hours after the import. Their rows can be imported
/// again.
#[utoipa::path(post, path = "/api/contacts/imports/{id}/undo", tag = "contacts", operation_id = "undo_contact_import",
    params(PathId),
    responses(
        (status = 200, body = UndoneImport),
        (status = 409, description = "`import_too_old`: the import was more than 24 hours ago", body = ErrorBody)))]
pub async fn undo_import(
    admin: Admin,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<UndoneImport>> {
    let (all, _) = imports::count_of_import(app.db.reader(), id).await?;
    if all == 0 {
        return Err(Error::NotFound);
    }
    let mut deleted = 0;
    loop {
        let moved = undo_some(&app, &admin, id).await?;
        if moved == 0 {
            break;
        }
        deleted += moved;
    }
    let (_, skipped) = imports::count_of_import(app.db.reader(), id).await?;
    Ok(Json(UndoneImport { deleted, skipped }))
}

/// Moves some contacts to the trash. Returns their number.
async fn undo_some(app: &App, admin: &Admin, import_id: Uuid) -> Result<u64> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let found = imports::lock_untouched(&*tx, import_id, CHUNK).await?;
    if found.iter().any(|(_, imported_at)| *imported_at < now - MAX_AGE) {
        return Err(EXPIRED);
    }
    let ids: Vec<Uuid> = found.into_iter().map(|(id, _)| id).collect();
    let mut events = Vec::new();
    for id in &ids {
        let (_, contact) = store::set_deleted(&*tx, *id, true, now).await?;
        events.push(contact.event(Action::ContactDeleted));
    }
    imports::set_undone(&*tx, &ids).await?;
    // Recorded last, because recording locks the audit log.
    for event in events {
        audit::record(app, &tx, &admin.actor(), event).await?;
    }
    tx.commit().await?;
    Ok(ids.len() as u64)
}
