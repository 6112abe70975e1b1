//! Receives contact requests.

use std::net::IpAddr;

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use tracing::Instrument;
use utoipa::ToSchema;
use uuid::Uuid;

use super::pages::sent_text;
use crate::{
    app::{App, limits::FormLimit},
    features::{
        contacts::{
            attachments,
            fields::{ContactFields, ContactInput, NewContact},
            mail,
            model::{Contact, ContactStatus},
            notifications,
            promise::{Calendar, DEADLINES_LOCK, wording::LocalTime},
            store::{self, SenderContext, idempotency_keys},
        },
        pages,
    },
    foundation::{
        consent_texts,
        identity::{extract::Visitor, store::users},
        settings,
    },
    platform::{
        db::wait_budget::sharing_budget,
        error::{Error, ErrorBody, Result},
        http::{IDEMPOTENCY_KEY_REUSED, IdempotencyKey, JsonBody},
        id,
        limits::rate_limit::network_of,
        listener::client_ip::ClientIp,
    },
};

/// A received contact request, as its sender sees it.
#[derive(Serialize, ToSchema)]
pub struct ContactReceipt {
    pub id: Uuid,
    #[serde(flatten)]
    pub fields: ContactFields,
    /// Always `new`.
    pub status: ContactStatus,
    pub created_at: DateTime<Utc>,
    /// Deadline of the promised reply, in Portuguese: 'terça-feira, 24/11, às 18h'.
    pub deadline: String,
    /// The text of the contact page that is shown after sending, with the promise for its service.
    pub sent_text: String,
    /// With this token, the sender can send the announced files for an hour.
    pub upload_token: String,
}

impl ContactReceipt {
    async fn read(app: &App, contact: Contact) -> Result<Self> {
        let calendar = Calendar::read(app.db.reader()).await?;
        let deadline = LocalTime::at(calendar.deadline_of(&contact)).full();
        let sent_text = sent_text(app, &contact).await?;
        let upload_token = attachments::requests::token(&app.secret_key, contact.id);
        let Contact { id, fields, created_at, .. } = contact;
        // A repeated request returns the first contact, whose status may have changed since.
        Ok(Self { id, fields, status: ContactStatus::New, created_at, deadline, sent_text, upload_token })
    }
}

/// Sends a contact request. The response means that it is stored.
#[utoipa::path(post, path = "/api/contacts", tag = "contacts", operation_id = "create_contact",
    request_body = ContactInput,
    params(("Idempotency-Key" = Option<String>, Header,
        description = "Identifies the request. A repeated request with the same key and body returns the first contact")),
    responses(
        (status = 201, body = ContactReceipt),
        (status = 422, description = "`invalid_fields`; or `idempotency_key_reused`: the key was used with another body",
            body = ErrorBody)))]
pub async fn create_contact(
    _: FormLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    Visitor(visitor): Visitor,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<ContactInput>,
) -> Result<Response> {
    let contact = receive(&app, &input, ip, visitor.map(|user| user.id), key.as_deref()).await?;
    let receipt = ContactReceipt::read(&app, contact).await?;
    Ok((StatusCode::CREATED, Json(receipt)).into_response())
}

/// Stores a contact request, once per idempotency key. A repeated request returns the stored contact, even if the rate
/// limit is exceeded. Only stored requests count toward the limit of the sender's network, so that a visitor can correct
/// a form many times.
pub async fn receive(
    app: &App,
    input: &ContactInput,
    ip: IpAddr,
    user_id: Option<Uuid>,
    key: Option<&str>,
) -> Result<Contact> {
    let new = NewContact::parse(input)?;
    let request_hash = id::sha256_hex(&serde_json::to_vec(input).map_err(anyhow::Error::new)?);
    let attempt =
        Attempt { new, network: network_of(ip), user_id, key: key.map(str::to_owned), request_hash };
    let app = app.clone();
    // Runs in a separate task, so that a request still counts toward the limit if its client disconnects during the commit.
    let stored = tokio::spawn(sharing_budget(async move { attempt.store(&app).await }).in_current_span());
    stored.await.map_err(anyhow::Error::new)?
}

/// A valid request, which may be a repetition.
struct Attempt {
    new: NewContact,
    network: IpAddr,
    /// The signed-in sender.
    user_id: Option<Uuid>,
    /// The idempotency key.
    key: Option<String>,
    request_hash: String,
}

impl Attempt {
    /// Stores the contact. Of several concurrent attempts with the same key, only the first one counts toward the limit.
    /// The others wait for it and return its contact.
    async fn store(self, app: &App) -> Result<Contact> {
        let _guard = match &self.key {
            Some(key) => Some(app.contact_attempts.lock(key.clone()).await),
            None => None,
        };
        if let Some(earlier) = self.find_earlier(app).await? {
            return Ok(earlier);
        }
        let reserved = app.limits.contacts.reserve(self.network, app.clock.steady())?;
        let Some(contact) = self.create(app).await? else {
            // Another process has stored an attempt with the same key.
            return self.find_earlier(app).await?.ok_or(Error::Unavailable);
        };
        reserved.keep();
        tracing::info!(contact = %contact.id, quarantined = contact.quarantined, "contact request received");
        Ok(contact)
    }

    /// Stores the contact, its idempotency key and its mail in one transaction. Returns `None` if the key already exists.
    async fn create(&self, app: &App) -> Result<Option<Contact>> {
        let now = app.clock.now();
        let consent = pages::consent::contact_form_consent(app).await;
        let tx = app.db.begin().await?;
        // Changed settings also apply to this contact, because they wait for this lock before they change deadlines.
        tx.lock_shared(DEADLINES_LOCK).await?;
        let company = settings::store::contact(&*tx).await?;
        let due_at = Calendar::new(&company).deadline_for(&self.new.fields.service(), now);
        // The account may have been deleted since the request was authenticated.
        let user_id = match self.user_id {
            Some(id) => users::find_for_update(&*tx, id).await?.map(|user| user.id),
            None => None,
        };
        let consent_id = match &consent {
            Some(shown) => Some(consent_texts::store::store(&*tx, shown, now).await?),
            None => None,
        };
        let sender = SenderContext { user_id, consent_id, ..SenderContext::default() };
        let contact = store::create(&*tx, self.new.clone(), sender, due_at, now).await?;
        if let Some(key) = &self.key
            && !idempotency_keys::create(&*tx, key, &self.request_hash, contact.id, now).await?
        {
            return Ok(None);
        }
        attachments::requests::announce(&*tx, contact.id, &self.new.file_names, now).await?;
        mail::queue(app, &tx, &contact, &company).await?;
        if !contact.quarantined {
            notifications::announce_new(app, &tx, contact.id, None).await?;
        }
        tx.commit().await?;
        Ok(Some(contact))
    }

    /// Returns the contact that was stored with the same key, with the fields that were sent: the sender doesn't see what staff
    /// have changed since. Refuses a key that was used with another body.
    async fn find_earlier(&self, app: &App) -> Result<Option<Contact>> {
        let Some(key) = &self.key else { return Ok(None) };
        let Some((hash, id)) = idempotency_keys::find(app.db.reader(), key).await? else { return Ok(None) };
        if hash != self.request_hash {
            return Err(Error::Refused(IDEMPOTENCY_KEY_REUSED));
        }
        let found = store::find(app.db.reader(), id).await?;
        Ok(found.map(|(_, contact)| Contact { fields: self.new.fields.clone(), ..contact }))
    }
}
