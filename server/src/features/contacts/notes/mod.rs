//! Internal notes of staff about a contact. The sender doesn't see them.

pub mod store;

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use self::store::Note;
use super::{limits::MAX_NOTE, store as contacts};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::{extract::Staff, model::Role},
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::{JsonBody, PathId},
        parse::Fields,
    },
};

/// A new note.
#[derive(Deserialize, ToSchema)]
pub struct NoteInput {
    /// Required.
    #[serde(default)]
    pub text: String,
}

/// A created note about a contact request.
#[derive(Serialize, ToSchema)]
pub struct ContactNote {
    pub id: Uuid,
    pub contact_id: Uuid,
    pub text: String,
    pub created_at: DateTime<Utc>,
}

/// Adds a note to a contact request.
#[utoipa::path(post, path = "/api/contacts/{id}/notes", tag = "contacts", operation_id = "create_contact_note",
    params(PathId),
    request_body = NoteInput,
    responses((status = 201, body = ContactNote)))]
pub async fn create_note(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
    JsonBody(input): JsonBody<NoteInput>,
) -> Result<Response> {
    let mut fields = Fields::default();
    let text = fields.required_text("text", &input.text, MAX_NOTE);
    let text = fields.finish(text)?;
    let tx = app.db.begin().await?;
    let (_, contact) = contacts::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    let note = store::create(&*tx, id, staff.0.user.id, text, app.clock.now()).await?;
    // The event omits the text, because an erasure deletes notes, but audit events are permanent.
    let event = contact.event(Action::ContactNoted);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    let Note { id, contact_id, text, created_at, .. } = note;
    Ok((StatusCode::CREATED, Json(ContactNote { id, contact_id, text, created_at })).into_response())
}

/// Deletes a note. Administrators can delete all notes, editors their own.
#[utoipa::path(delete, path = "/api/contacts/notes/{id}", tag = "contacts", operation_id = "delete_contact_note",
    params(PathId),
    responses(
        (status = 204),
        (status = 403, description = "`forbidden`: the caller is not staff, or an editor who did not write the note. Other codes: see \
            the shared response `Forbidden`", body = ErrorBody)))]
pub async fn delete_note(staff: Staff, State(app): State<App>, PathId(id): PathId) -> Result<StatusCode> {
    let tx = app.db.begin().await?;
    let note = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    if !may_delete(&staff, &note) {
        return Err(Error::Forbidden);
    }
    let (_, contact) = contacts::find(&*tx, note.contact_id).await?.ok_or(Error::NotFound)?;
    store::delete(&*tx, id).await?;
    let event = contact.event(Action::ContactNoteDeleted);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns whether the caller is the author of the note or an administrator.
#[must_use]
pub fn may_delete(Staff(staff): &Staff, note: &Note) -> bool {
    staff.user.role == Role::Admin || note.author_id == Some(staff.user.id)
}
