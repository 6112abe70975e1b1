//! Notes that staff leave each other about a contact. Its sender never sees them.

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

use super::store::{self, notes};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::{extract::Staff, model::Role},
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::{JsonBody, PathId},
        parse::Fields,
    },
};

pub const MAX_NOTE: usize = 4000;

#[derive(Deserialize, ToSchema)]
pub struct NoteInput {
    #[serde(default)]
    pub text: String,
}

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
    let (_, contact) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    let note = notes::create(&*tx, id, staff.0.user.id, text, app.clock.now()).await?;
    // What it says may be erased with the contact one day; the log would keep it.
    let event = Event::new(Action::ContactNoted).on(id, &contact.name);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    let notes::Note { id, contact_id, text, created_at, .. } = note;
    Ok((StatusCode::CREATED, Json(ContactNote { id, contact_id, text, created_at })).into_response())
}

/// Deletes a note: one's own, or as an administrator anybody's.
#[utoipa::path(delete, path = "/api/contacts/notes/{id}", tag = "contacts", operation_id = "delete_contact_note",
    params(PathId),
    responses(
        (status = 204),
        (status = 403, description = "Somebody else's, or not staff", body = ErrorBody)))]
pub async fn delete_note(staff: Staff, State(app): State<App>, PathId(id): PathId) -> Result<Response> {
    let tx = app.db.begin().await?;
    let note = notes::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    if !may_delete(&staff, &note) {
        return Err(Error::Forbidden);
    }
    let (_, contact) = store::find(&*tx, note.contact_id).await?.ok_or(Error::NotFound)?;
    notes::delete(&*tx, id).await?;
    let event = Event::new(Action::ContactNoteDeleted).on(contact.id, &contact.name);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Whoever wrote it, and administrators.
#[must_use]
pub fn may_delete(Staff(staff): &Staff, note: &notes::Note) -> bool {
    staff.user.role == Role::Admin || note.author_id == Some(staff.user.id)
}
