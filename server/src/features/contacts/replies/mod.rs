//! Replies to contacts, written in the panel and mailed through the outbox. A reply is held for some seconds, in which its author
//! can cancel it.

pub mod delivery;
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

use self::store::{NewReply, Reply};
use super::{
    admin::check_not_merged,
    attachments::{self, ContactAttachment, store::Attachment},
    channel::Channel,
    limits::{MAX_CC, MAX_CC_TEXT, MAX_REPLY_SUBJECT, MAX_REPLY_TEXT},
    mail::{follow_change, reply_to, withdraw},
    message::split_message,
    messages,
    model::{Contact, ReplyDelivery},
    presence,
    store::{self as contacts, parts},
    templates,
    triage::Triage,
};
use crate::{
    app::App,
    foundation::{
        attachments::drafts,
        audit::{self, Action},
        identity::{extract::Support, store::users},
        mail::{
            self,
            model::{CONTACT_REPLY, MailFile, MailState, Message},
        },
        settings,
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

/// Separates the stored addresses that get a copy.
pub const CC_SEPARATOR: &str = ", ";
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
    let files = attachments::drafts::find_named(&*tx, &input.attachments, id, staff.0.user.id).await?;
    withdraw(&app, &tx, id).await?;
    let author = Some(staff.0.user.full_name.clone());
    let outbox_id = queue_mail(&app, &tx, &contact, (&content, &files), author, UNDO_TIME).await?;
    let author_id = staff.0.user.id;
    let new = NewReply { contact_id: id, author_id, outbox_id, request_key, content };
    presence::store::delete(&*tx, id, author_id).await?;
    let reply = store::create(&*tx, new, app.clock.now()).await?;
    attachments::drafts::attach(&*tx, &files, reply.id).await?;
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
    if !mail::store::delete_unattempted(&*tx, reply.outbox_id).await? {
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
    let outbox_id = queue_mail(&app, &tx, &contact, (&content, &files), author, TimeDelta::zero()).await?;
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
    if mail::store::find(&**tx, reply.outbox_id).await?.is_none() {
        return Ok(reply.state != MailState::Sent);
    }
    mail::store::delete_failed(&**tx, reply.outbox_id).await
}

/// Finds a reply and its contact, and locks the contact.
async fn find_for_update(tx: &Transaction, id: Uuid) -> Result<(Version, Contact, Reply)> {
    let contact_id = store::find(&**tx, id).await?.ok_or(Error::NotFound)?.contact_id;
    let (version, contact) = contacts::find_for_update(&**tx, contact_id).await?.ok_or(Error::NotFound)?;
    // Read again, because another request may have canceled it before the contact was locked.
    let reply = store::find(&**tx, id).await?.ok_or(Error::NotFound)?;
    Ok((version, contact, reply))
}

/// What the author of a reply writes.
pub struct Content {
    pub subject: String,
    pub text: String,
    /// Addresses that get a copy.
    pub cc: Vec<String>,
}

impl Content {
    fn parse(input: &ReplyInput) -> Result<Self> {
        let mut fields = Fields::default();
        let subject = fields.required_line("subject", &input.subject, MAX_REPLY_SUBJECT);
        let text = fields.required_text("text", &input.text, MAX_REPLY_TEXT);
        let cc = parse_cc(&mut fields, &input.cc);
        for (name, value) in [("subject", &subject), ("text", &text)] {
            if let Some(left) =
                templates::PLACEHOLDERS.iter().find(|placeholder| value.contains(**placeholder))
            {
                fields.refuse(name, &format!("Troque {left} pelo texto antes de enviar."));
            }
        }
        fields.finish(Self { subject, text, cc })
    }

    /// Returns the content of a stored reply.
    fn of(reply: &Reply) -> Self {
        let cc = in_copy(&reply.cc).map(str::to_owned).collect();
        Self { subject: reply.subject.clone(), text: reply.text.clone(), cc }
    }
}

/// Returns the addresses in the stored copies of a reply.
pub fn in_copy(cc: &str) -> impl Iterator<Item = &str> {
    cc.split(CC_SEPARATOR).filter(|email| !email.is_empty())
}

/// Parses the addresses that get a copy, each once.
fn parse_cc(fields: &mut Fields, input: &str) -> Vec<String> {
    let mut cc: Vec<String> = Vec::new();
    let text = fields.text("cc", input, MAX_CC_TEXT);
    for part in text.split([',', ';', ' ', '\n']).filter(|part| !part.trim().is_empty()) {
        let email = fields.required_email("cc", part);
        if !cc.contains(&email) {
            cc.push(email);
        }
    }
    if cc.len() > MAX_CC {
        fields.refuse("cc", &format!("Informe até {MAX_CC} endereços em cópia."));
    }
    cc
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

/// Queues a reply's mail in the contact's conversation, due after `held_for`. Returns the id of the message in the outbox.
async fn queue_mail(
    app: &App,
    tx: &Transaction,
    contact: &Contact,
    (content, files): (&Content, &[Attachment]),
    author: Option<String>,
    held_for: TimeDelta,
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
    let quoted = messages::store::find_latest_confirmed(&**tx, contact.id, &contact.fields.email).await?;
    let mut message = message(contact, quoted, content, earlier)
        .author(author)
        .held_for(held_for)
        .attachments(files.iter().map(MailFile::from).collect());
    message.reply_to = reply_to(app, contact, &company);
    mail::queue(app, tx, message).await
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
    let triage = Triage { delivery, ..Triage::of(contact) };
    let fields = contact.fields.clone();
    let (_, contact) = contacts::update(&**tx, contact.id, version, fields, triage, app.clock.now()).await?;
    Ok(contact)
}

/// Returns the mail of a reply. It quotes the latest confirmed message of the person, or else the request, if the person wrote it in the
/// site's form: staff or a file wrote that of other channels. `earlier` are the ids of the conversation's earlier messages, oldest first.
fn message(
    contact: &Contact,
    quoted: Option<messages::store::Message>,
    content: &Content,
    earlier: Vec<Uuid>,
) -> Message {
    let fields = &contact.fields;
    let request = || (contact.created_at, split_message(&fields.message).1.to_owned());
    let quoted = quoted
        .map(|message| (message.created_at, message.text))
        .or_else(|| (contact.channel == Channel::Form).then(request));
    let mail = Message::new(CONTACT_REPLY, &fields.email, &content.subject)
        .about_contact(contact.id)
        .named(&fields.name)
        .cc(content.cc.clone())
        .paragraphs(&content.text)
        .written_by_hand()
        .follows(earlier);
    match quoted {
        Some((written_at, text)) => {
            mail.paragraph(format!("Em {}, você escreveu:", date::moment(written_at))).quote(text)
        }
        None => mail,
    }
}
