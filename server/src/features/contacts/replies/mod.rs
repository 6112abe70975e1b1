//! Replies to contacts, written in the panel and mailed through the outbox. A reply is held for some seconds, in which its author
//! can cancel it.

mod content;
pub mod delivery;
mod mail;
pub mod store;

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

pub use self::content::in_copy;
use self::{
    content::Content,
    store::{NewReply, Reply},
};
use super::{
    admin::check_not_merged,
    attachments::{self, ContactAttachment, store::Attachment},
    mail::{follow_change, withdraw},
    model::{Contact, ReplyDelivery},
    presence, store as contacts,
    triage::Triage,
};
use crate::{
    app::App,
    foundation::{
        attachments::drafts,
        audit::{self, Action},
        identity::{extract::Support, store::users},
        mail::{model::MailState, store as outbox},
    },
    platform::{
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::{IdempotencyKey, JsonBody, PathId, Version},
        parse::time,
    },
};

/// Time for which a reply is held before it is sent.
const UNDO_TIME: TimeDelta = TimeDelta::seconds(10);

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
    message: "Este contato não tem e-mail. Ligue ou escreva pelo WhatsApp.",
};

const BEING_SENT: Error = Error::Conflict {
    code: "reply_sent",
    message: "Esta resposta já foi enviada ou está sendo enviada agora.",
};
const NOT_FAILED: Error = Error::Conflict {
    code: "reply_not_failed",
    message: "Só uma resposta que não foi entregue pode ser enviada de novo.",
};
const OTHER_AUTHOR: Error = Error::Conflict {
    code: "reply_of_other_author",
    message: "Só quem enviou a resposta pode desfazer o envio.",
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
    /// Up to five email addresses that get a copy, separated by commas.
    #[serde(default)]
    pub cc: String,
    /// Time of the newest timeline entry that the caller has seen. The new reply is refused if the contact has a later
    /// reply. Not checked if omitted.
    #[serde(default, deserialize_with = "time")]
    pub seen_until: Option<DateTime<Utc>>,
    /// Ids of files that the caller has uploaded for this contact, at most 5.
    #[serde(default)]
    pub attachments: Vec<Uuid>,
}

/// A reply to a contact request.
#[derive(Serialize, ToSchema)]
pub struct ContactReply {
    pub id: Uuid,
    pub contact_id: Uuid,
    pub subject: String,
    pub text: String,
    /// Email addresses that get a copy, separated by commas; may be empty.
    pub cc: String,
    pub created_at: DateTime<Utc>,
    pub attachments: Vec<ContactAttachment>,
}

impl ContactReply {
    fn new(row: Reply, files: Vec<Attachment>) -> Self {
        let Reply { id, contact_id, subject, text, cc, created_at, .. } = row;
        let attachments = files.into_iter().map(ContactAttachment::from).collect();
        Self { id, contact_id, subject, text, cc, created_at, attachments }
    }
}

/// Replies to a contact request by email, in the conversation that its receipt has started. The contact's `delivery` is
/// `queued` until the mail server accepts the reply. Then the status becomes `replied`. Without a configured mail server,
/// the reply waits in the outbox. The reply is sent after 10 seconds, in which its author can cancel it.
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
    let content = Content::parse(&input)?;
    let tx = app.db.begin().await?;
    let (version, contact) = contacts::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    // Keys are separate for each user and contact.
    let request_key = key.map(|key| format!("{}:{id}:{key}", staff.0.user.id));
    if let Some(key) = &request_key
        && let Some(earlier) = store::find_by_key(&*tx, key).await?
    {
        let files = attachments::store::list_of_reply(&*tx, earlier.id).await?;
        return Ok((StatusCode::CREATED, Json(ContactReply::new(earlier, files))).into_response());
    }
    check_can_reply(&tx, &contact, input.seen_until).await?;
    let content = content.addressed_to(&contact.fields.email);
    let files =
        drafts::find_named::<attachments::store::Entity>(&*tx, &input.attachments, id, staff.0.user.id)
            .await?;
    withdraw(&app, &tx, id).await?;
    let author = Some(staff.0.user.full_name.clone());
    let outbox_id = mail::queue(&app, &tx, &contact, (&content, &files), author, UNDO_TIME).await?;
    let author_id = staff.0.user.id;
    let new = NewReply { contact_id: id, author_id, outbox_id, request_key, content };
    presence::store::delete(&*tx, id, author_id).await?;
    let reply = store::create(&*tx, new, app.clock.now()).await?;
    drafts::attach::<attachments::store::Entity>(&*tx, &files, reply.id).await?;
    let after = set_queued(&app, &tx, version, &contact).await?;
    let event = contact.event(Action::ContactReplied).changed(&contact, &after);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(ContactReply::new(reply, files))).into_response())
}

/// Cancels a reply by the caller that is not being sent yet, and returns it. The contact is as it was before the reply. The caller can
/// send the attached files with another reply.
#[utoipa::path(delete, path = "/api/contacts/replies/{id}", tag = "contacts", operation_id = "cancel_contact_reply",
    params(PathId),
    responses(
        (status = 200, body = ContactReply),
        (status = 409, description = "`reply_sent`: the reply was sent or is being sent; `reply_of_other_author`: the caller \
            isn't its author", body = ErrorBody)))]
pub async fn cancel_reply(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<ContactReply>> {
    let tx = app.db.begin().await?;
    let (version, mut contact, reply) = find_for_update(&tx, id).await?;
    if reply.author_id != Some(staff.0.user.id) {
        return Err(OTHER_AUTHOR);
    }
    if !outbox::delete_unattempted(&*tx, reply.outbox_id).await? {
        return Err(BEING_SENT);
    }
    let files = attachments::store::list_of_reply(&*tx, reply.id).await?;
    let until = app.clock.now() + drafts::MAX_AGE;
    attachments::store::detach_from_reply(&*tx, reply.id, staff.0.user.id, until).await?;
    store::delete(&*tx, reply.id).await?;
    let after = set_delivery_of_newest(&app, &tx, version, &contact).await?;
    // The reply has withdrawn the receipt and the notice if they were not sent yet.
    contact.announced &= contacts::find_receipt(&*tx, contact.id).await?.is_some();
    follow_change(&app, &tx, &contact, &after).await?;
    let event = contact.event(Action::ContactReplyCanceled).changed(&contact, &after);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Json(ContactReply::new(reply, files)))
}

/// Sends a reply that was not delivered again, to the present email of the contact.
#[utoipa::path(post, path = "/api/contacts/replies/{id}/retry", tag = "contacts", operation_id = "retry_contact_reply",
    params(PathId),
    responses(
        (status = 200, body = ContactReply),
        (status = 409, description = "`contact_deleted`: the contact is in the trash; `contact_without_email`: it has no email \
            address; `reply_not_failed`: the reply has not failed", body = ErrorBody)))]
pub async fn retry_reply(
    staff: Support,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Json<ContactReply>> {
    let tx = app.db.begin().await?;
    let (version, contact, reply) = find_for_update(&tx, id).await?;
    check_can_reply(&tx, &contact, None).await?;
    if !delete_failed(&tx, &reply).await? {
        return Err(NOT_FAILED);
    }
    let files = attachments::store::list_of_reply(&*tx, reply.id).await?;
    let author = match reply.author_id {
        Some(id) => users::names(&*tx, [id]).await?.remove(&id),
        None => None,
    };
    let content = Content::of(&reply);
    let outbox_id = mail::queue(&app, &tx, &contact, (&content, &files), author, TimeDelta::zero()).await?;
    store::set_queued(&*tx, reply.id, outbox_id).await?;
    let after = set_delivery_of_newest(&app, &tx, version, &contact).await?;
    let event = contact.event(Action::ContactReplyRequeued).changed(&contact, &after);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Json(ContactReply::new(reply, files)))
}

/// Deletes the failed message of a reply from the outbox. Returns false if it has not failed. A missing message has failed, unless it
/// was sent and deleted later.
async fn delete_failed(tx: &Transaction, reply: &Reply) -> Result<bool> {
    if outbox::find(&**tx, reply.outbox_id).await?.is_none() {
        return Ok(reply.state != MailState::Sent);
    }
    outbox::delete_failed(&**tx, reply.outbox_id).await
}

/// Finds a reply and its contact, and locks the contact.
async fn find_for_update(tx: &Transaction, id: Uuid) -> Result<(Version, Contact, Reply)> {
    let contact_id = store::find(&**tx, id).await?.ok_or(Error::NotFound)?.contact_id;
    let (version, contact) = contacts::find_for_update(&**tx, contact_id).await?.ok_or(Error::NotFound)?;
    // Read again, because another request may have canceled it before the contact was locked.
    let reply = store::find(&**tx, id).await?.ok_or(Error::NotFound)?;
    Ok((version, contact, reply))
}

/// Refuses a reply to a contact that is in the trash, has no address, or has a reply from after `seen_until`, which the
/// author of the new reply hasn't seen.
async fn check_can_reply(
    tx: &Transaction,
    contact: &Contact,
    seen_until: Option<DateTime<Utc>>,
) -> Result<()> {
    check_not_merged(contact)?;
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

/// Stores that the contact's newest reply is queued.
async fn set_queued(app: &App, tx: &Transaction, version: Version, contact: &Contact) -> Result<Contact> {
    set_delivery(app, tx, version, contact, Some(ReplyDelivery::Queued)).await
}

/// Stores the delivery of the contact's newest reply after its replies have changed.
async fn set_delivery_of_newest(
    app: &App,
    tx: &Transaction,
    version: Version,
    contact: &Contact,
) -> Result<Contact> {
    let newest = store::states(&**tx, [contact]).await?.remove(&contact.id);
    set_delivery(app, tx, version, contact, newest.and_then(|replies| replies.delivery)).await
}

async fn set_delivery(
    app: &App,
    tx: &Transaction,
    version: Version,
    contact: &Contact,
    delivery: Option<ReplyDelivery>,
) -> Result<Contact> {
    let now = app.clock.now();
    let triage = Triage::of(contact);
    // A time ahead comes from a wrong clock. With it, no reply would end the wait.
    let triage = Triage { delivery, asked_at: triage.asked_at.min(now), ..triage };
    let fields = contact.fields.clone();
    let (_, contact) = contacts::update(&**tx, contact.id, version, fields, triage, now).await?;
    Ok(contact)
}
