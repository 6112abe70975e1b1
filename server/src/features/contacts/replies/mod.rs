//! Replies to contacts, written in the panel and mailed through the outbox.

pub mod delivery;
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

use self::store::{NewReply, Reply};
use super::{
    limits::{MAX_REPLY_SUBJECT, MAX_REPLY_TEXT},
    mail::withdraw,
    message::split_message,
    model::{Contact, ReplyDelivery},
    store::{self as contacts, parts},
    triage::Triage,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::extract::Support,
        mail::{
            self,
            model::{MailState, Message},
        },
        settings::{self, model::ContactInfo},
    },
    platform::{
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::{IdempotencyKey, JsonBody, PathId, Version},
        parse::{Fields, time},
        text::date,
    },
};

/// Maximum number of earlier replies to which a mail refers. Mail programs group a conversation by the latest ones.
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

/// A new reply.
#[derive(Deserialize, ToSchema)]
pub struct ReplyInput {
    /// Required.
    #[serde(default)]
    pub subject: String,
    /// Required. Plain text. Blank lines separate paragraphs.
    #[serde(default)]
    pub text: String,
    /// Time of the newest timeline entry that the caller has seen. The new reply is refused if the contact has a later
    /// reply. Not checked if omitted.
    #[serde(default, deserialize_with = "time")]
    pub seen_until: Option<DateTime<Utc>>,
}

/// A reply to a contact request.
#[derive(Serialize, ToSchema)]
pub struct ContactReply {
    pub id: Uuid,
    pub contact_id: Uuid,
    pub subject: String,
    pub text: String,
    pub created_at: DateTime<Utc>,
}

impl From<Reply> for ContactReply {
    fn from(row: Reply) -> Self {
        let Reply { id, contact_id, subject, text, created_at, .. } = row;
        Self { id, contact_id, subject, text, created_at }
    }
}

/// Replies to a contact request by email, in the conversation that its receipt has started. The contact's `delivery` is
/// `queued` until the mail server accepts the reply. Then the status becomes `replied`. Without a configured mail server,
/// the reply waits in the outbox.
#[utoipa::path(post, path = "/api/contacts/{id}/replies", tag = "contacts", operation_id = "create_contact_reply",
    params(
        PathId,
        ("Idempotency-Key" = Option<String>, Header,
            description = "Identifies the request. A repeated request with the same key returns the first reply and sends nothing")),
    request_body = ReplyInput,
    responses(
        (status = 201, body = ContactReply),
        (status = 409, description = "`contact_deleted`: the contact is in the trash; `contact_without_email`: it has no email \
            address; `replied_meanwhile`: it has a reply from after `seen_until`", body = ErrorBody)))]
pub async fn create_reply(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<ReplyInput>,
) -> Result<Response> {
    let (subject, text) = parse(&input)?;
    let tx = app.db.begin().await?;
    let (version, contact) = contacts::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    // Keys are separate for each user and contact.
    let request_key = key.map(|key| format!("{}:{id}:{key}", staff.0.user.id));
    if let Some(key) = &request_key
        && let Some(earlier) = store::find_by_key(&*tx, key).await?
    {
        return Ok((StatusCode::CREATED, Json(ContactReply::from(earlier))).into_response());
    }
    check_can_reply(&tx, &contact, input.seen_until).await?;
    withdraw(&app, &tx, id).await?;
    let outbox_id = queue_mail(&app, &tx, &contact, &subject, &text).await?;
    let author_id = staff.0.user.id;
    let new = NewReply { contact_id: id, author_id, outbox_id, request_key, subject, text };
    let reply = store::create(&*tx, new, app.clock.now()).await?;
    let after = set_queued(&app, &tx, version, &contact).await?;
    let event = contact.event(Action::ContactReplied).changed(&contact, &after);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(ContactReply::from(reply))).into_response())
}

/// Parses the subject and the text of a reply.
fn parse(input: &ReplyInput) -> Result<(String, String)> {
    let mut fields = Fields::default();
    let subject = fields.required_line("subject", &input.subject, MAX_REPLY_SUBJECT);
    let text = fields.required_text("text", &input.text, MAX_REPLY_TEXT);
    fields.finish((subject, text))
}

/// Refuses a reply to a contact that is in the trash, has no address, or has a reply from after `seen_until`, which the
/// author of the new reply hasn't seen.
async fn check_can_reply(
    tx: &Transaction,
    contact: &Contact,
    seen_until: Option<DateTime<Utc>>,
) -> Result<()> {
    if contact.deleted_at.is_some() {
        return Err(IN_TRASH);
    }
    if contact.fields.email.is_empty() {
        return Err(NO_ADDRESS);
    }
    match seen_until {
        Some(time) if store::has_reply_since(&**tx, contact.id, time).await? => Err(REPLIED_MEANWHILE),
        _ => Ok(()),
    }
}

/// Queues a reply's mail in the contact's conversation. Returns the id of the message in the outbox.
async fn queue_mail(
    app: &App,
    tx: &Transaction,
    contact: &Contact,
    subject: &str,
    text: &str,
) -> Result<Uuid> {
    let company = settings::store::contact(&**tx).await?;
    let mut earlier: Vec<Uuid> = contacts::find_receipt(&**tx, contact.id).await?.into_iter().collect();
    let replies = parts::list::<store::Entity>(&**tx, &[contact.id], MAX_EARLIER).await?;
    earlier.extend(replies.iter().rev().map(|reply| reply.outbox_id));
    // The recipient never received the failed messages.
    let known = mail::store::find_all(&**tx, &earlier).await?;
    let failed: Vec<Uuid> =
        known.iter().filter(|message| message.state == MailState::Failed).map(|message| message.id).collect();
    earlier.retain(|id| !failed.contains(id));
    mail::queue(app, tx, message(contact, &company, subject, text, earlier)).await
}

/// Stores that the contact's newest reply is queued.
async fn set_queued(app: &App, tx: &Transaction, version: Version, contact: &Contact) -> Result<Contact> {
    let now = app.clock.now();
    let triage = Triage { delivery: Some(ReplyDelivery::Queued), ..Triage::of(contact) };
    let fields = contact.fields.clone();
    let (_, contact) = contacts::update(&**tx, contact.id, version, fields, triage, now).await?;
    Ok(contact)
}

/// Returns the mail of a reply. `earlier` are the ids of the conversation's earlier messages, oldest first.
fn message(
    contact: &Contact,
    company: &ContactInfo,
    subject: &str,
    text: &str,
    earlier: Vec<Uuid>,
) -> Message {
    let fields = &contact.fields;
    let mut message = Message::new("contact_reply", &fields.email, subject)
        .about_contact(contact.id)
        .named(&fields.name)
        .paragraphs(text);
    if let Some(mailbox) = company.mailbox() {
        message = message.reply_to(mailbox);
    }
    let (_, original) = split_message(&fields.message);
    message
        .paragraph(format!("Em {}, você escreveu:", date::moment(contact.created_at)))
        .quote(original)
        .written_by_hand()
        .follows(earlier)
}
