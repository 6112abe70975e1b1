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
use super::{admin::find_writable_for_update, limits::MAX_NOTE, store as contacts};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::{extract::Support, model::Role},
        records,
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::{IDEMPOTENCY_KEY_REUSED, IdempotencyKey, JsonBody, PathId},
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
    params(
        PathId,
        ("Idempotency-Key" = Option<String>, Header,
            description = "Identifies the request. A repeated request with the same key returns the note that the first one created")),
    request_body = NoteInput,
    responses(
        (status = 201, body = ContactNote),
        (status = 409, description = "`contact_merged`: the contact was merged into another; `person_erased`: the \
            sender was erased", body = ErrorBody),
        (status = 422, description = "`invalid_fields`; or `idempotency_key_reused`: the key was used with another text",
            body = ErrorBody)))]
pub async fn create_note(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<NoteInput>,
) -> Result<Response> {
    let mut fields = Fields::default();
    let text = fields.required_text("text", &input.text, MAX_NOTE);
    let text = fields.finish(text)?;
    let tx = app.db.begin().await?;
    let (_, contact) = find_writable_for_update(&tx, id).await?;
    // Keys are separate for each contact.
    let note_id = records::new_id(&app, &staff, key.map(|key| format!("{id}:{key}")).as_deref());
    if let Some(earlier) = store::find_for_update(&*tx, note_id).await? {
        let is_same = earlier.text == text;
        return if is_same { Ok(created(earlier)) } else { Err(Error::Refused(IDEMPOTENCY_KEY_REUSED)) };
    }
    let new = Note {
        id: note_id,
        contact_id: id,
        author_id: Some(staff.0.user.id),
        text,
        created_at: app.clock.now(),
    };
    let note = store::create(&*tx, new).await?;
    // The event omits the text, because an erasure deletes notes, but audit events are permanent.
    let event = contact.event(Action::ContactNoted);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(created(note))
}

impl From<Note> for ContactNote {
    fn from(Note { id, contact_id, text, created_at, .. }: Note) -> Self {
        Self { id, contact_id, text, created_at }
    }
}

fn created(note: Note) -> Response {
    (StatusCode::CREATED, Json(ContactNote::from(note))).into_response()
}

/// Deletes a note. Administrators can delete all notes, other staff their own.
#[utoipa::path(delete, path = "/api/contacts/notes/{id}", tag = "contacts", operation_id = "delete_contact_note",
    params(PathId),
    responses(
        (status = 204),
        (status = 403, description = "`forbidden`: the caller does not work with contacts, or is neither an administrator nor the \
            author of the note. Other codes: see the shared response `Forbidden`", body = ErrorBody)))]
pub async fn delete_note(staff: Support, State(app): State<App>, PathId(id): PathId) -> Result<StatusCode> {
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
pub fn may_delete(Support(staff): &Support, note: &Note) -> bool {
    staff.user.role == Role::Admin || note.author_id == Some(staff.user.id)
}
