//! Everything between the company and one person, on one line: their contacts, what staff noted, answered and changed.

use std::{cmp::Reverse, collections::HashMap};

use axum::{Json, extract::State};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    model::{Contact, ContactStatus},
    notes::may_delete,
    store::{
        self,
        notes::{self, Note},
        people::contacts_of_person,
        replies::{self, Reply},
    },
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, model::AuditEvent},
        identity::{extract::Staff, store::users},
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

/// Of one person, the newest first.
const MAX_CONTACTS: u64 = 50;
/// Of each kind.
const MAX_ENTRIES: u64 = 200;

#[derive(Serialize, ToSchema)]
pub struct Timeline {
    /// The newest first.
    pub entries: Vec<TimelineEntry>,
    /// Without a mail server answers wait.
    pub can_send_mail: bool,
}

/// Something that happened between the company and a person.
#[derive(Serialize, ToSchema)]
pub struct TimelineEntry {
    pub at: DateTime<Utc>,
    /// The contact that it belongs to.
    pub contact_id: Uuid,
    /// The member of staff who did it, as far as they still have an account.
    #[schema(required)]
    pub author: Option<String>,
    #[serde(flatten)]
    pub what: TimelineWhat,
}

#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TimelineWhat {
    /// They wrote.
    Contact {
        name: String,
        message: String,
        status: ContactStatus,
        is_deleted: bool,
    },
    Note {
        id: Uuid,
        text: String,
        may_delete: bool,
    },
    /// They were answered.
    Reply {
        id: Uuid,
        subject: String,
        text: String,
        state: MailState,
        /// Why it hasn't been sent, in Portuguese.
        #[schema(required)]
        error: Option<String>,
    },
    /// What staff did, to be read after their name: 'mudou o status de Novo para Lido'.
    Change {
        words: String,
    },
}

/// What has happened between the company and the person of a contact request: same e-mail, or same phone.
#[utoipa::path(get, path = "/api/contacts/{id}/timeline", tag = "contacts", operation_id = "find_contact_timeline",
    params(PathId),
    responses((status = 200, body = Timeline)))]
pub async fn find_timeline(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<Timeline>> {
    let db = app.db.reader();
    let (_, contact) = store::find(db, id).await?.ok_or(Error::NotFound)?;
    let contacts = contacts_of_person(db, &contact, MAX_CONTACTS).await?;
    let ids: Vec<Uuid> = contacts.iter().map(|contact| contact.id).collect();
    let notes = notes::list(db, &ids, MAX_ENTRIES).await?;
    let replies = replies::list(db, &ids, MAX_ENTRIES).await?;
    let events = audit::latest::about(db, "contact", &ids, MAX_ENTRIES).await?;
    let sent: Vec<Uuid> = replies.iter().map(|reply| reply.outbox_id).collect();
    let sent = mail::store::find_all(db, &sent).await?;
    let people = notes.iter().filter_map(|note| note.author_id);
    let people = people.chain(replies.iter().filter_map(|reply| reply.author_id));
    let people = people.chain(events.iter().filter_map(|event| event.user_id));
    let people = people.chain(events.iter().flat_map(assignees));
    let names = users::names(db, people.collect::<Vec<_>>()).await?;
    let name = |id: Option<Uuid>| id.and_then(|id| names.get(&id).cloned());

    let of_note = |note: Note| of_note(name(note.author_id), may_delete(&staff, &note), note);
    let mut entries: Vec<TimelineEntry> = notes.into_iter().map(of_note).collect();
    entries.extend(replies.into_iter().map(|reply| of_reply(name(reply.author_id), reply, &sent)));
    entries.extend(events.iter().filter_map(|event| of_event(name(event.user_id), event, &names)));
    // Last, so that of what happened at one moment they come first in time.
    entries.extend(contacts.into_iter().map(of_contact));
    entries.sort_by_key(|entry| Reverse(entry.at));
    Ok(Json(Timeline { entries, can_send_mail: app.config.mail.is_some() }))
}

fn of_contact(contact: Contact) -> TimelineEntry {
    let Contact { id, name, message, status, created_at, deleted_at, .. } = contact;
    let what = TimelineWhat::Contact { name, message, status, is_deleted: deleted_at.is_some() };
    TimelineEntry { at: created_at, contact_id: id, author: None, what }
}

fn of_note(author: Option<String>, may_delete: bool, note: Note) -> TimelineEntry {
    let Note { id, contact_id, text, created_at, .. } = note;
    TimelineEntry { at: created_at, contact_id, author, what: TimelineWhat::Note { id, text, may_delete } }
}

fn of_reply(author: Option<String>, reply: Reply, sent: &[OutboxMessage]) -> TimelineEntry {
    let Reply { id, contact_id, outbox_id, subject, text, created_at, state: last_state, .. } = reply;
    let message = sent.iter().find(|message| message.id == outbox_id);
    let (state, error) = (
        message.map_or(last_state, |message| message.state),
        message.and_then(|message| message.last_error.clone()),
    );
    let what = TimelineWhat::Reply { id, subject, text, state, error };
    TimelineEntry { at: created_at, contact_id, author, what }
}

/// Nothing for what has an entry of its own.
fn of_event(
    author: Option<String>,
    event: &AuditEvent,
    names: &HashMap<Uuid, String>,
) -> Option<TimelineEntry> {
    let words = match Action::from_code(&event.action)? {
        Action::ContactUpdated => changes(event, names),
        Action::ContactDeleted => "moveu o contato para a lixeira".to_owned(),
        Action::ContactRestored => "restaurou o contato".to_owned(),
        Action::ContactNoteDeleted => "apagou uma anotação".to_owned(),
        _ => return None,
    };
    let contact_id = event.subject_id.as_deref()?.parse().ok()?;
    Some(TimelineEntry { at: event.created_at, contact_id, author, what: TimelineWhat::Change { words } })
}

/// The ids of those who got a contact, or had it.
fn assignees(event: &AuditEvent) -> Vec<Uuid> {
    let of = |fields: &Option<serde_json::Map<String, Value>>| id_in(fields.as_ref()?.get("assigned_to"));
    of(&event.before).into_iter().chain(of(&event.after)).collect()
}

fn id_in(value: Option<&Value>) -> Option<Uuid> {
    value?.as_str()?.parse().ok()
}

fn changes(event: &AuditEvent, names: &HashMap<Uuid, String>) -> String {
    let field = |fields: &Option<serde_json::Map<String, Value>>, name: &str| {
        fields.as_ref().and_then(|fields| fields.get(name)).cloned()
    };
    let mut words = Vec::new();
    if let (Some(from), Some(to)) = (field(&event.before, "status"), field(&event.after, "status")) {
        words.push(format!("mudou o status de {} para {}", label(&from), label(&to)));
    }
    if let Some(to) = field(&event.after, "assigned_to") {
        words.push(match id_in(Some(&to)).map(|id| names.get(&id)) {
            Some(Some(name)) => format!("passou o contato para {name}"),
            Some(None) => "passou o contato para alguém que não está mais na equipe".to_owned(),
            None => "deixou o contato sem responsável".to_owned(),
        });
    }
    match field(&event.after, "quarantined") {
        Some(Value::Bool(true)) => words.push("marcou o contato como suspeito".to_owned()),
        Some(_) => words.push("marcou que o contato não é suspeito".to_owned()),
        None => {}
    }
    let details = ["name", "email", "phone", "company", "message"];
    if words.is_empty() || details.iter().any(|name| field(&event.after, name).is_some()) {
        words.push("alterou os dados do contato".to_owned());
    }
    words.join(" e ")
}

fn label(status: &Value) -> &'static str {
    serde_json::from_value(status.clone()).map_or("outro", ContactStatus::label)
}
