//! Answers by e-mail, written in the panel and sent through the outbox.

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

use super::{
    mail as letters,
    model::{AnswerDelivery, Contact},
    store::{
        self,
        replies::{self, NewReply},
    },
    triage::Handling,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::Staff,
        mail::{self, model::MailState},
        settings,
    },
    platform::{
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::{IdempotencyKey, JsonBody, PathId, Version},
        parse::Fields,
    },
};

pub const MAX_SUBJECT: usize = 200;
pub const MAX_TEXT: usize = 20_000;
/// Of one conversation; no program needs to be told of more.
const MAX_EARLIER: u64 = 50;

const IN_TRASH: Error = Error::Conflict {
    code: "contact_deleted",
    message: "Este contato está na lixeira. Restaure-o antes de responder.",
};
const REPLIED_MEANWHILE: Error = Error::Conflict {
    code: "replied_meanwhile",
    message: "Alguém respondeu a este contato enquanto você escrevia. Leia a resposta na linha do tempo; para mandar \
              também a sua, envie de novo.",
};
const NO_ADDRESS: Error = Error::Conflict {
    code: "contact_without_email",
    message: "Este contato não tem mais um e-mail para o qual responder.",
};

#[derive(Deserialize, ToSchema)]
pub struct ReplyInput {
    #[serde(default)]
    pub subject: String,
    /// Paragraphs, with empty lines between them.
    #[serde(default)]
    pub text: String,
    /// The moment of the newest entry on the timeline that whoever answers has seen. Where somebody has answered since,
    /// this isn't sent. Without it nothing is asked.
    pub seen_until: Option<DateTime<Utc>>,
}

#[derive(Serialize, ToSchema)]
pub struct ContactReply {
    pub id: Uuid,
    pub contact_id: Uuid,
    pub subject: String,
    pub text: String,
    pub created_at: DateTime<Utc>,
}

impl From<replies::Reply> for ContactReply {
    fn from(row: replies::Reply) -> Self {
        let replies::Reply { id, contact_id, subject, text, created_at, .. } = row;
        Self { id, contact_id, subject, text, created_at }
    }
}

/// Answers a contact request by e-mail, in the conversation that its receipt began. The contact is `replied` once the
/// mail server has accepted the answer; until then its `delivery` is `queued`. Without a mail server it waits in the
/// outbox.
#[utoipa::path(post, path = "/api/contacts/{id}/replies", tag = "contacts", operation_id = "create_contact_reply",
    params(
        PathId,
        ("Idempotency-Key" = Option<String>, Header,
            description = "The client's name for this attempt: sent again, nothing is sent twice")),
    request_body = ReplyInput,
    responses(
        (status = 201, body = ContactReply),
        (status = 409, description = "`contact_deleted`, `contact_without_email` or `replied_meanwhile`", body = ErrorBody)))]
pub async fn create_reply(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<ReplyInput>,
) -> Result<Response> {
    let mut fields = Fields::default();
    let subject = fields.required_line("subject", &input.subject, MAX_SUBJECT);
    let text = fields.required_text("text", &input.text, MAX_TEXT);
    let (subject, text) = fields.finish((subject, text))?;
    let tx = app.db.begin().await?;
    let (version, contact) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    // One's own attempts are one's own: nobody else's key is met by chance.
    let request_key = key.map(|key| format!("{}:{id}:{key}", staff.0.user.id));
    if let Some(key) = &request_key
        && let Some(earlier) = replies::find_by_key(&*tx, key).await?
    {
        return Ok((StatusCode::CREATED, Json(ContactReply::from(earlier))).into_response());
    }
    refuse_unanswerable(&contact)?;
    if let Some(seen_until) = input.seen_until
        && replies::any_since(&*tx, id, seen_until).await?
    {
        return Err(REPLIED_MEANWHILE);
    }
    letters::withdraw(&app, &tx, id).await?;
    let outbox_id = send(&app, &tx, &contact, &subject, &text).await?;
    let author_id = staff.0.user.id;
    let new = NewReply { contact_id: id, author_id, outbox_id, request_key, subject, text };
    let reply = replies::create(&*tx, new, app.clock.now()).await?;
    let after = set_queued(&app, &tx, version, &contact).await?;
    let event = Event::new(Action::ContactReplied).on(id, &contact.name).changed(&contact, &after);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(ContactReply::from(reply))).into_response())
}

fn refuse_unanswerable(contact: &Contact) -> Result<()> {
    if contact.deleted_at.is_some() {
        return Err(IN_TRASH);
    }
    if contact.email.is_empty() { Err(NO_ADDRESS) } else { Ok(()) }
}

async fn send(app: &App, tx: &Transaction, contact: &Contact, subject: &str, text: &str) -> Result<Uuid> {
    let company = settings::store::contact(&**tx).await?;
    let mut earlier: Vec<Uuid> = store::find_receipt(&**tx, contact.id).await?.into_iter().collect();
    let answers = replies::list(&**tx, &[contact.id], MAX_EARLIER).await?;
    earlier.extend(answers.iter().rev().map(|reply| reply.outbox_id));
    // What was given up has no copy at the reader's.
    let known = mail::store::find_all(&**tx, &earlier).await?;
    let failed: Vec<Uuid> =
        known.iter().filter(|message| message.state == MailState::Failed).map(|message| message.id).collect();
    earlier.retain(|id| !failed.contains(id));
    mail::queue(app, tx, letters::reply(contact, &company, subject, text, earlier)).await
}

async fn set_queued(app: &App, tx: &Transaction, version: Version, contact: &Contact) -> Result<Contact> {
    let now = app.clock.now();
    let handling = Handling { delivery: Some(AnswerDelivery::Queued), ..Handling::of(contact) };
    let (_, contact) = store::update(&**tx, contact.id, version, contact.details(), handling, now).await?;
    Ok(contact)
}
