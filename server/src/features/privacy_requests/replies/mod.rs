//! Replies to requests, written in the panel and mailed through the outbox.

pub mod delivery;
pub mod files;
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

use self::{
    files::{PrivacyAttachment, store::PrivacyFile},
    store::{NewPrivacyReply, StoredPrivacyReply},
};
use super::{
    model::{MAX_REPLY, NO_ADDRESS, PrivacyRequest, PrivacyRequestState, Progress},
    notices, store as requests,
};
use crate::{
    app::App,
    foundation::{
        attachments::drafts,
        audit::{self, Action},
        identity::extract::Admin,
        mail::{
            self,
            model::{MailFile, MailState},
        },
        settings,
    },
    platform::{
        db::Transaction,
        error::{Error, ErrorBody, Result},
        http::{IdempotencyKey, IfMatch, JsonBody, PathId, Version},
        paging::{Limit, ListLimit, Page},
        parse::Fields,
    },
};

/// A new reply.
#[derive(Deserialize, ToSchema)]
pub struct PrivacyReplyInput {
    /// Required. Plain text. Blank lines separate paragraphs.
    #[serde(default)]
    pub text: String,
    /// Whether the reply answers the request. If true, the state becomes `done`. If false, an `open` request becomes
    /// `in_progress`.
    #[serde(default)]
    pub is_answer: bool,
    /// Ids of files that the caller has uploaded for this request, at most 5.
    #[serde(default)]
    pub attachments: Vec<Uuid>,
}

/// A reply to a request about personal data.
#[derive(Serialize, ToSchema)]
pub struct PrivacyReply {
    pub id: Uuid,
    /// Empty after the person's data was erased.
    pub text: String,
    pub created_at: DateTime<Utc>,
    /// State of the reply's message.
    pub delivery: MailState,
    /// Empty after the person's data was erased.
    pub attachments: Vec<PrivacyAttachment>,
}

impl PrivacyReply {
    /// Returns a reply with its files, which are among `files`.
    fn new(row: StoredPrivacyReply, files: &[PrivacyFile]) -> Self {
        let StoredPrivacyReply { id, text, created_at, state, .. } = row;
        let own = files.iter().filter(|file| file.reply_id == Some(id)).cloned();
        Self {
            id,
            text,
            created_at,
            delivery: state,
            attachments: own.map(PrivacyAttachment::from).collect(),
        }
    }
}

/// Lists the replies to a request, oldest first.
#[utoipa::path(get, path = "/api/privacy-requests/{id}/replies", tag = "privacy",
    operation_id = "list_privacy_replies",
    params(PathId, ListLimit),
    responses((status = 200, body = Vec<PrivacyReply>)))]
pub async fn list_replies(
    _: Admin,
    State(app): State<App>,
    PathId(id): PathId,
    limit: Limit,
) -> Result<Page<PrivacyReply>> {
    let db = app.db.reader();
    requests::find(db, id).await?.ok_or(Error::NotFound)?;
    let replies = store::list(db, id).await?;
    let files = files::store::list(db, id).await?;
    Ok(limit.page(replies.into_iter().map(|reply| PrivacyReply::new(reply, &files)).collect()))
}

const UNCONFIRMED: Error = Error::Conflict {
    code: "unconfirmed_request",
    message: "Quem fez este pedido ainda não confirmou o e-mail. Se a identidade foi provada de outro modo, mude a situação para \
              Aberto antes de responder.",
};

/// Replies to a request by email. Without a configured mail server the reply waits in the outbox. With `If-Match`, a reply to an
/// outdated version of the request is refused.
#[utoipa::path(post, path = "/api/privacy-requests/{id}/replies", tag = "privacy",
    operation_id = "create_privacy_reply",
    params(
        PathId,
        IfMatch,
        ("Idempotency-Key" = Option<String>, Header,
            description = "Identifies the request. A repeated request with the same key returns the first reply and sends nothing")),
    request_body = PrivacyReplyInput,
    responses(
        (status = 201, body = PrivacyReply),
        (status = 409, description = "`person_erased`: the email address was erased; or `unconfirmed_request`: the sender \
            has not confirmed it", body = ErrorBody)))]
pub async fn create_reply(
    admin: Admin,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<PrivacyReplyInput>,
) -> Result<Response> {
    let mut fields = Fields::default();
    let text = fields.required_text("text", &input.text, MAX_REPLY);
    let text = fields.finish(text)?;
    let tx = app.db.begin().await?;
    let (version, request) = requests::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    // Keys are separate for each user and request.
    let request_key = key.map(|key| format!("{}:{id}:{key}", admin.0.user.id));
    if let Some(key) = &request_key
        && let Some(earlier) = store::find_by_key(&*tx, key).await?
    {
        let files = files::store::list(&*tx, id).await?;
        return Ok((StatusCode::CREATED, Json(PrivacyReply::new(earlier, &files))).into_response());
    }
    condition.check(version)?;
    if request.email.is_empty() {
        return Err(NO_ADDRESS);
    }
    if request.state == PrivacyRequestState::Unconfirmed {
        return Err(UNCONFIRMED);
    }
    let named =
        drafts::find_named::<files::store::Entity>(&*tx, &input.attachments, id, admin.0.user.id).await?;
    let mailbox = settings::store::all(&*tx).await?.privacy_mailbox();
    let message = notices::reply(&request, &text, mailbox.as_deref())
        .attachments(named.iter().map(MailFile::from).collect());
    let outbox_id = mail::queue(&app, &tx, message).await?;
    let new = NewPrivacyReply { request_id: id, author_id: admin.0.user.id, outbox_id, request_key, text };
    let reply = store::create(&*tx, new, app.clock.now()).await?;
    drafts::attach::<files::store::Entity>(&*tx, &named, reply.id).await?;
    let files = files::store::list(&*tx, id).await?;
    let after = progressed(&app, &tx, version, &request, input.is_answer).await?;
    let event = request.event(Action::PrivacyRequestReplied).changed(&request, &after);
    audit::record(&app, &tx, &admin.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(PrivacyReply::new(reply, &files))).into_response())
}

/// Stores the state that follows from a reply, and returns the request.
async fn progressed(
    app: &App,
    tx: &Transaction,
    version: Version,
    request: &PrivacyRequest,
    is_answer: bool,
) -> Result<PrivacyRequest> {
    let state = match request.state {
        _ if is_answer => PrivacyRequestState::Done,
        PrivacyRequestState::Open => PrivacyRequestState::InProgress,
        state => state,
    };
    if state == request.state {
        return Ok(request.clone());
    }
    let progress = Progress { state, reason: String::new(), ..Progress::of(request) };
    let (_, after) = requests::update(&**tx, (version, request), progress, app.clock.now()).await?;
    Ok(after)
}
