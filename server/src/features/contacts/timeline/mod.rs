//! The timeline of a person: contacts, received mail, notes, replies, completed steps and changes by staff.

mod tag;

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    attachments::{self, ContactAttachment, RefusedFile, store::Attachment},
    channel::Channel,
    fields::ContactFields,
    messages::{self, store::Message},
    model::{Contact, ContactStatus},
    notes::{self, may_delete, store::Note},
    presence,
    replies::{self, store::Reply},
    stages::wording,
    steps::{self, store::DoneStep},
    store::{self, parts},
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, model::AuditEvent},
        identity::{actor::Source, extract::Support, store::users},
        mail::{
            self,
            model::{MailState, OutboxMessage},
        },
    },
    platform::{
        error::{Error, Result},
        http::{
            PathId, Version,
            conditional::{Conditional, IfNoneMatch},
        },
    },
};

/// Maximum number of contacts in a timeline. Older ones are left out.
const MAX_CONTACTS: u64 = 50;
/// Maximum number of notes, of replies, of received messages, of steps and of changes in a timeline. Older ones are left out.
const MAX_ENTRIES: u64 = 200;

/// The timeline of a person.
#[derive(Serialize, ToSchema)]
pub struct Timeline {
    /// Entries, newest first.
    pub entries: Vec<TimelineEntry>,
    /// Whether a mail server is configured. Without one, replies wait in the outbox.
    pub can_send_mail: bool,
    /// Names of other staff who are writing a reply to the contact.
    pub writing: Vec<String>,
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
    /// The person sent a contact request, or staff recorded one.
    Contact {
        name: String,
        message: String,
        status: ContactStatus,
        channel: Channel,
        is_deleted: bool,
        /// Whether the contact was merged into another.
        is_merged: bool,
        /// Whether it can be merged into another contact of the person.
        may_merge: bool,
        /// Version of the contact, for a merge that is refused if the contact has changed.
        version: i32,
        attachments: Vec<ContactAttachment>,
        /// Files that the person wanted to send and that are not stored.
        refused_attachments: Vec<RefusedFile>,
    },
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
        /// Email addresses that get a copy, separated by commas; may be empty.
        cc: String,
        state: MailState,
        /// Reason why the last attempt to send the mail failed, in Portuguese; null if there is none.
        #[schema(required)]
        error: Option<String>,
        /// Whether the caller can cancel the reply, because it is not being sent yet.
        may_cancel: bool,
        /// Whether the mail can be sent again, because it was not delivered.
        may_retry: bool,
        attachments: Vec<ContactAttachment>,
    },
    /// Mail of the person, or of another sender, that belongs to the contact.
    Message {
        id: Uuid,
        sender_name: String,
        sender_email: String,
        subject: String,
        /// Plain text, without the quotation. Empty if the mail is too large.
        text: String,
        /// The earlier messages that the mail repeats; may be empty.
        quotation: String,
        /// Whether the mail answers one of ours, or the company's mail server has authenticated its sender. Otherwise anyone may have
        /// written it.
        is_confirmed: bool,
        /// Whether a program sent the mail, such as an automatic reply. Such mail doesn't make the contact wait.
        is_automatic: bool,
        /// Whether the mail was too large, so that only its header was read.
        is_too_large: bool,
        attachments: Vec<ContactAttachment>,
        /// Number of attachments that were not stored, because there are too many or their type isn't accepted.
        omitted_attachments: i32,
    },
    /// Staff completed a planned step.
    Step { id: Uuid, text: String },
    /// Staff changed the contact, or a reply moved it to another stage.
    Change {
        /// Description in Portuguese, a sentence without its subject: 'mudou o status de Novo para Lido'.
        text: String,
    },
}

/// Returns the timeline of the person who sent a contact request, identified by the same email or phone. The panel repeats the request
/// while a contact is open.
#[utoipa::path(get, path = "/api/contacts/{id}/timeline", tag = "contacts", operation_id = "find_contact_timeline",
    params(PathId, IfNoneMatch),
    responses(
        (status = 200, body = Timeline, headers(("ETag" = String, description = "Identifies the answer, for `If-None-Match`"))),
        (status = 304, description = "The timeline has not changed since the answer with the `ETag` in `If-None-Match`")))]
pub async fn find_timeline(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfNoneMatch,
) -> Result<Conditional<Timeline>> {
    let writing = presence::list_writing(&app, &staff, id).await?;
    // Read before the timeline: what changes meanwhile is sent again.
    let tag = tag::find(&app, &staff, id, &writing).await?;
    if condition.matches(&tag) {
        return Ok(Conditional(tag, None));
    }
    Ok(Conditional(tag, Some(read(&app, &staff, id, writing).await?)))
}

async fn read(app: &App, staff: &Support, id: Uuid, writing: Vec<String>) -> Result<Timeline> {
    let db = app.db.reader();
    let (_, contact) = store::find(db, id).await?.ok_or(Error::NotFound)?;
    let contacts = store::people::list_of_person(db, &contact, MAX_CONTACTS).await?;
    let ids: Vec<Uuid> = contacts.iter().map(|(_, contact)| contact.id).collect();
    let notes = parts::list::<notes::store::Entity>(db, &ids, MAX_ENTRIES).await?;
    let replies = parts::list::<replies::store::Entity>(db, &ids, MAX_ENTRIES).await?;
    let received = parts::list::<messages::store::Entity>(db, &ids, MAX_ENTRIES).await?;
    let mut attachments = attachments::store::list(db, ids.iter().copied()).await?;
    let events = audit::latest::list_about(db, "contact", &ids, MAX_ENTRIES).await?;
    let steps = parts::list::<steps::store::Entity>(db, &ids, MAX_ENTRIES).await?;
    let message_ids: Vec<Uuid> = replies.iter().map(|reply| reply.outbox_id).collect();
    let messages = mail::store::find_all(db, &message_ids).await?;
    let names = users::names(db, users_of(&notes, &replies, &steps, &events)).await?;
    let name = |id: Option<Uuid>| id.and_then(|id| names.get(&id).cloned());

    let mut entries = Vec::new();
    for note in notes {
        entries.push(note_entry(name(note.author_id), may_delete(staff, &note), note));
    }
    for reply in replies {
        let is_own = reply.author_id == Some(staff.0.user.id);
        let files = attachments.extract_if(.., |file| file.reply_id == Some(reply.id)).collect();
        entries.push(reply_entry(name(reply.author_id), is_own, (reply, files), &messages));
    }
    for step in steps {
        entries.push(step_entry(name(step.author_id), step));
    }
    for message in received {
        let files = attachments.extract_if(.., |file| file.message_id == Some(message.id)).collect();
        entries.push(message_entry(message, files));
    }
    // Changes of a merged contact, before the merge, are part of the conversation.
    let merged: HashSet<Uuid> = contacts
        .iter()
        .filter(|(_, contact)| contact.merged_into == Some(id))
        .map(|(_, contact)| contact.id)
        .collect();
    let changes = events.iter().filter_map(|event| change_entry(name(event.user_id), event, &names));
    entries.extend(changes.map(|entry| {
        let contact_id = if merged.contains(&entry.contact_id) { id } else { entry.contact_id };
        TimelineEntry { contact_id, ..entry }
    }));
    // Added last: the sort is stable, so a contact comes after its entries of the same time, as the oldest one.
    for (version, contact) in contacts {
        let is_of_request = |file: &Attachment| {
            file.contact_id == Some(contact.id) && file.message_id.is_none() && file.reply_id.is_none()
        };
        let files = attachments.extract_if(.., |file| is_of_request(file)).collect();
        entries.push(contact_entry(version, contact, files));
    }
    entries.sort_by_key(|entry| Reverse(entry.at));
    Ok(Timeline { entries, can_send_mail: app.mail().is_some(), writing })
}

/// Returns the ids of the users who appear in the entries: authors and assignees.
fn users_of(notes: &[Note], replies: &[Reply], steps: &[DoneStep], events: &[AuditEvent]) -> Vec<Uuid> {
    let authors = notes.iter().filter_map(|note| note.author_id);
    let authors = authors.chain(replies.iter().filter_map(|reply| reply.author_id));
    let authors = authors.chain(steps.iter().filter_map(|step| step.author_id));
    let authors = authors.chain(events.iter().filter_map(|event| event.user_id));
    authors.chain(events.iter().flat_map(assignees)).collect()
}

fn contact_entry(version: Version, contact: Contact, files: Vec<Attachment>) -> TimelineEntry {
    let may_merge = contact.deleted_at.is_none() && !contact.quarantined && !contact.is_erased();
    let Contact { id, fields, status, channel, created_at, deleted_at, merged_into, .. } = contact;
    let ContactFields { name, message, .. } = fields;
    let is_merged = merged_into.is_some();
    let (stored, refused): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| file.refusal.is_none());
    let event = TimelineEvent::Contact {
        name,
        message,
        status,
        channel,
        is_deleted: deleted_at.is_some() && !is_merged,
        is_merged,
        may_merge,
        version: version.0,
        attachments: stored.into_iter().map(ContactAttachment::from).collect(),
        refused_attachments: refused.into_iter().filter_map(RefusedFile::of).collect(),
    };
    TimelineEntry { at: created_at, contact_id: id, author: None, event }
}

fn note_entry(author: Option<String>, may_delete: bool, note: Note) -> TimelineEntry {
    let Note { id, contact_id, text, created_at, .. } = note;
    TimelineEntry { at: created_at, contact_id, author, event: TimelineEvent::Note { id, text, may_delete } }
}

fn step_entry(author: Option<String>, step: DoneStep) -> TimelineEntry {
    let DoneStep { id, contact_id, text, created_at, .. } = step;
    TimelineEntry { at: created_at, contact_id, author, event: TimelineEvent::Step { id, text } }
}

fn reply_entry(
    author: Option<String>,
    is_own: bool,
    (reply, files): (Reply, Vec<Attachment>),
    messages: &[OutboxMessage],
) -> TimelineEntry {
    let Reply { id, contact_id, outbox_id, subject, text, cc, created_at, state: last_state, .. } = reply;
    let message = messages.iter().find(|message| message.id == outbox_id);
    // The message may have been deleted.
    let state = message.map_or(last_state, |message| message.state);
    let error = message.and_then(|message| message.last_error.clone());
    let may_cancel = is_own && message.is_some_and(|message| message.is_unattempted);
    let may_retry = state == MailState::Failed;
    let attachments = files.into_iter().map(ContactAttachment::from).collect();
    let event =
        TimelineEvent::Reply { id, subject, text, cc, state, error, may_cancel, may_retry, attachments };
    TimelineEntry { at: created_at, contact_id, author, event }
}

fn message_entry(message: Message, files: Vec<Attachment>) -> TimelineEntry {
    let event = TimelineEvent::Message {
        id: message.id,
        sender_name: message.sender_name,
        sender_email: message.sender_email,
        subject: message.subject,
        text: message.text,
        quotation: message.quotation,
        is_confirmed: message.is_confirmed,
        is_automatic: message.is_automatic,
        is_too_large: message.is_too_large,
        attachments: files.into_iter().map(ContactAttachment::from).collect(),
        omitted_attachments: message.omitted_attachments,
    };
    TimelineEntry { at: message.created_at, contact_id: message.contact_id, author: None, event }
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
        Action::ContactRecorded => "registrou o contato".to_owned(),
        Action::ContactMerged => "juntou a este outros contatos da pessoa".to_owned(),
        Action::ContactMergeUndone => "desfez a junção dos contatos".to_owned(),
        Action::ContactReplyAccepted => wording::describe(&event.before, &event.after)?,
        Action::ContactStepPlanned => "definiu o próximo passo".to_owned(),
        Action::ContactStepRemoved => "retirou o próximo passo".to_owned(),
        Action::ContactStepReopened => "reabriu o próximo passo".to_owned(),
        _ => return None,
    };
    let contact_id = event.subject_id.as_deref()?.parse().ok()?;
    let author = if event.user_id.is_none() && event.source == Source::System {
        Some("O sistema".to_owned())
    } else {
        author
    };
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
        let assignee = id_in(Some(&to));
        parts.push(match assignee.map(|id| names.get(&id)) {
            _ if assignee.is_some() && assignee == event.user_id => "assumiu o contato".to_owned(),
            Some(Some(name)) => format!("passou o contato para {name}"),
            Some(None) => "passou o contato para alguém que não está mais na equipe".to_owned(),
            None => "deixou o contato sem responsável".to_owned(),
        });
    }
    parts.extend(wording::describe(&event.before, &event.after));
    match field(&event.after, "quarantined") {
        Some(Value::Bool(true)) => parts.push("marcou o contato como suspeito".to_owned()),
        Some(_) => parts.push("marcou que o contato não é suspeito".to_owned()),
        None => {}
    }
    let fields = ["name", "email", "phone", "company", "message"];
    if parts.is_empty() || fields.iter().any(|name| field(&event.after, name).is_some()) {
        parts.push("alterou os dados do contato".to_owned());
    }
    match parts.pop() {
        Some(last) if !parts.is_empty() => format!("{} e {last}", parts.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Returns the label of a status in an audit event.
fn label(status: &Value) -> &'static str {
    serde_json::from_value(status.clone()).map_or("outro", ContactStatus::label)
}
