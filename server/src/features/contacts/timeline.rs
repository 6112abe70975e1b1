//! The timeline of a person: contacts, notes, replies and changes by staff.

use std::{cmp::Reverse, collections::HashMap};

use axum::{Json, extract::State};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    fields::ContactFields,
    model::{Contact, ContactStatus},
    notes::{self, may_delete, store::Note},
    replies::{self, store::Reply},
    store::{self, parts},
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, model::AuditEvent},
        identity::{extract::Support, store::users},
        mail::{
            self,
            model::{MailState, OutboxMessage},
        },
    },
    platform::{
        error::{Error, Result},
        http::PathId,
    },
};

/// Maximum number of contacts in a timeline. Older ones are left out.
const MAX_CONTACTS: u64 = 50;
/// Maximum number of notes, of replies and of changes in a timeline. Older ones are left out.
const MAX_ENTRIES: u64 = 200;

/// The timeline of a person.
#[derive(Serialize, ToSchema)]
pub struct Timeline {
    /// Entries, newest first.
    pub entries: Vec<TimelineEntry>,
    /// Whether a mail server is configured. Without one, replies wait in the outbox.
    pub can_send_mail: bool,
}

/// An event between the company and a person.
#[derive(Serialize, ToSchema)]
pub struct TimelineEntry {
    pub at: DateTime<Utc>,
    /// Id of the contact that the entry belongs to.
    pub contact_id: Uuid,
    /// Name of the member of staff; null for entries of the person, and if the account was deleted.
    #[schema(required)]
    pub author: Option<String>,
    #[serde(flatten)]
    pub event: TimelineEvent,
}

/// The event of a timeline entry.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TimelineEvent {
    /// The person sent a contact request.
    Contact { name: String, message: String, status: ContactStatus, is_deleted: bool },
    /// Staff wrote a note.
    Note {
        id: Uuid,
        text: String,
        /// Whether the caller can delete the note.
        may_delete: bool,
    },
    /// Staff replied by email.
    Reply {
        id: Uuid,
        subject: String,
        text: String,
        state: MailState,
        /// Reason why the last attempt to send the mail failed, in Portuguese; null if there is none.
        #[schema(required)]
        error: Option<String>,
    },
    /// Staff changed the contact.
    Change {
        /// Description in Portuguese, a sentence without its subject: 'mudou o status de Novo para Lido'.
        text: String,
    },
}

/// Returns the timeline of the person who sent a contact request, identified by the same email or phone.
#[utoipa::path(get, path = "/api/contacts/{id}/timeline", tag = "contacts", operation_id = "find_contact_timeline",
    params(PathId),
    responses((status = 200, body = Timeline)))]
pub async fn find_timeline(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<Timeline>> {
    let db = app.db.reader();
    let (_, contact) = store::find(db, id).await?.ok_or(Error::NotFound)?;
    let contacts = store::list_of_person(db, &contact, MAX_CONTACTS).await?;
    let ids: Vec<Uuid> = contacts.iter().map(|contact| contact.id).collect();
    let notes = parts::list::<notes::store::Entity>(db, &ids, MAX_ENTRIES).await?;
    let replies = parts::list::<replies::store::Entity>(db, &ids, MAX_ENTRIES).await?;
    let events = audit::latest::list_about(db, "contact", &ids, MAX_ENTRIES).await?;
    let message_ids: Vec<Uuid> = replies.iter().map(|reply| reply.outbox_id).collect();
    let messages = mail::store::find_all(db, &message_ids).await?;
    let names = users::names(db, users_of(&notes, &replies, &events)).await?;
    let name = |id: Option<Uuid>| id.and_then(|id| names.get(&id).cloned());

    let mut entries = Vec::new();
    for note in notes {
        entries.push(note_entry(name(note.author_id), may_delete(&staff, &note), note));
    }
    entries.extend(replies.into_iter().map(|reply| reply_entry(name(reply.author_id), reply, &messages)));
    entries.extend(events.iter().filter_map(|event| change_entry(name(event.user_id), event, &names)));
    // Added last: the sort is stable, so a contact comes after its entries of the same time, as the oldest one.
    entries.extend(contacts.into_iter().map(contact_entry));
    entries.sort_by_key(|entry| Reverse(entry.at));
    Ok(Json(Timeline { entries, can_send_mail: app.config.mail.is_some() }))
}

/// Returns the ids of the users who appear in the entries: authors and assignees.
fn users_of(notes: &[Note], replies: &[Reply], events: &[AuditEvent]) -> Vec<Uuid> {
    let authors = notes.iter().filter_map(|note| note.author_id);
    let authors = authors.chain(replies.iter().filter_map(|reply| reply.author_id));
    let authors = authors.chain(events.iter().filter_map(|event| event.user_id));
    authors.chain(events.iter().flat_map(assignees)).collect()
}

fn contact_entry(contact: Contact) -> TimelineEntry {
    let Contact { id, fields, status, created_at, deleted_at, .. } = contact;
    let ContactFields { name, message, .. } = fields;
    let event = TimelineEvent::Contact { name, message, status, is_deleted: deleted_at.is_some() };
    TimelineEntry { at: created_at, contact_id: id, author: None, event }
}

fn note_entry(author: Option<String>, may_delete: bool, note: Note) -> TimelineEntry {
    let Note { id, contact_id, text, created_at, .. } = note;
    TimelineEntry { at: created_at, contact_id, author, event: TimelineEvent::Note { id, text, may_delete } }
}

fn reply_entry(author: Option<String>, reply: Reply, messages: &[OutboxMessage]) -> TimelineEntry {
    let Reply { id, contact_id, outbox_id, subject, text, created_at, state: last_state, .. } = reply;
    let message = messages.iter().find(|message| message.id == outbox_id);
    // The message may have been deleted.
    let state = message.map_or(last_state, |message| message.state);
    let error = message.and_then(|message| message.last_error.clone());
    let event = TimelineEvent::Reply { id, subject, text, state, error };
    TimelineEntry { at: created_at, contact_id, author, event }
}

/// Returns the entry of an audit event. `None` for events that the timeline shows otherwise, such as a new note, or
/// doesn't show.
fn change_entry(
    author: Option<String>,
    event: &AuditEvent,
    names: &HashMap<Uuid, String>,
) -> Option<TimelineEntry> {
    let text = match Action::from_code(&event.action)? {
        Action::ContactUpdated => changes(event, names),
        Action::ContactDeleted => "moveu o contato para a lixeira".to_owned(),
        Action::ContactRestored => "restaurou o contato".to_owned(),
        Action::ContactNoteDeleted => "apagou uma anotação".to_owned(),
        _ => return None,
    };
    let contact_id = event.subject_id.as_deref()?.parse().ok()?;
    Some(TimelineEntry { at: event.created_at, contact_id, author, event: TimelineEvent::Change { text } })
}

/// Returns the ids of the assignees before and after a change.
fn assignees(event: &AuditEvent) -> Vec<Uuid> {
    let assignee =
        |fields: &Option<serde_json::Map<String, Value>>| id_in(fields.as_ref()?.get("assigned_to"));
    assignee(&event.before).into_iter().chain(assignee(&event.after)).collect()
}

fn id_in(value: Option<&Value>) -> Option<Uuid> {
    value?.as_str()?.parse().ok()
}

/// Describes a change of a contact in Portuguese, without the subject of the sentence.
fn changes(event: &AuditEvent, names: &HashMap<Uuid, String>) -> String {
    let field = |fields: &Option<serde_json::Map<String, Value>>, name: &str| {
        fields.as_ref().and_then(|fields| fields.get(name)).cloned()
    };
    let mut parts = Vec::new();
    if let (Some(from), Some(to)) = (field(&event.before, "status"), field(&event.after, "status")) {
        parts.push(format!("mudou o status de {} para {}", label(&from), label(&to)));
    }
    if let Some(to) = field(&event.after, "assigned_to") {
        parts.push(match id_in(Some(&to)).map(|id| names.get(&id)) {
            Some(Some(name)) => format!("passou o contato para {name}"),
            Some(None) => "passou o contato para alguém que não está mais na equipe".to_owned(),
            None => "deixou o contato sem responsável".to_owned(),
        });
    }
    match field(&event.after, "quarantined") {
        Some(Value::Bool(true)) => parts.push("marcou o contato como suspeito".to_owned()),
        Some(_) => parts.push("marcou que o contato não é suspeito".to_owned()),
        None => {}
    }
    let fields = ["name", "email", "phone", "company", "message"];
    if parts.is_empty() || fields.iter().any(|name| field(&event.after, name).is_some()) {
        parts.push("alterou os dados do contato".to_owned());
    }
    parts.join(" e ")
}

/// Returns the label of a status in an audit event.
fn label(status: &Value) -> &'static str {
    serde_json::from_value(status.clone()).map_or("outro", ContactStatus::label)
}
