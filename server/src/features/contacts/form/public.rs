//! Receives contact requests.

use std::{net::IpAddr, slice, sync::Arc};

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

use super::texts::FormTexts;
use crate::{
    app::{App, limits::FormLimit},
    features::{
        contacts::{
            attachments,
            fields::{ContactFields, ContactInput, NewContact},
            mail::{self, ContactMail},
            model::{Contact, ContactStatus},
            notifications,
            promise::{Calendar, DEADLINES_LOCK, wording::LocalTime},
            store::{
                self, SenderContext, UnstoredContact,
                idempotency_keys::{self, NewKey},
            },
        },
        pages,
    },
    foundation::{
        consent_texts,
        identity::{extract::Visitor, store::users},
        mail::queue_all,
        settings,
    },
    platform::{
        db::{
            Transaction,
            batches::Batches,
            wait_budget::{sharing_budget, spend_on},
        },
        error::{Error, ErrorBody, Result},
        http::{IDEMPOTENCY_KEY_REUSED, IdempotencyKey, JsonBody},
        id,
        keyed_mutex::KeyedMutex,
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
        let texts = FormTexts::current(app).await?;
        let deadline = LocalTime::at(texts.calendar.deadline_of(&contact)).full();
        let sent_text = texts.sent_text(app, &contact).await?;
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
    let attempt = Attempt {
        new,
        network: network_of(ip),
        user_id,
        key: key.map(str::to_owned),
        request_hash,
        has_receipt: false,
    };
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
    /// Whether the sender gets a receipt.
    has_receipt: bool,
}

/// What an attempt has stored: the contact; `None` if an earlier attempt had the same key.
type Stored = Result<Option<Contact>>;

/// The attempts that wait to be stored. Those with the same idempotency key wait for each other, and so do those of a signed-in sender.
#[derive(Default)]
struct Attempts {
    of_keys: KeyedMutex<String>,
    of_senders: KeyedMutex<Uuid>,
    /// An attempt without a result must be stored alone, because its batch failed.
    batches: Batches<Arc<Attempt>, Option<Stored>>,
}

impl Attempt {
    /// Stores the contact. Of several concurrent attempts with the same key, only the first one counts toward the limit.
    /// The others wait for it and return its contact.
    async fn store(mut self, app: &App) -> Result<Contact> {
        let attempts = app.caches.get::<Attempts>();
        let _key = match &self.key {
            Some(key) => Some(spend_on(attempts.of_keys.lock(key.clone())).await.ok_or(Error::Unavailable)?),
            None => None,
        };
        // If the account is locked in the database, only one of its attempts holds a connection.
        let _sender = match self.user_id {
            Some(id) => Some(spend_on(attempts.of_senders.lock(id)).await.ok_or(Error::Unavailable)?),
            None => None,
        };
        let now = app.clock.steady();
        let reserved = match app.limits.contacts.reserve(self.network, now) {
            Ok(reserved) => reserved,
            Err(limited) => return self.find_earlier(app).await?.ok_or(limited),
        };
        // The mail of a quarantined contact is queued when it is released.
        let receipt =
            if self.new.quarantined { None } else { mail::reserve_receipt(app, &self.new.fields.email) };
        self.has_receipt = receipt.is_some();
        let attempt = Arc::new(self);
        let batches = &attempts.batches;
        let in_batch = match attempt.user_id {
            // Locks the user, for which other contacts don't wait.
            Some(_) => None,
            None => batches.run(attempt.clone(), |attempts| create_batch(app, attempts)).await?,
        };
        let stored = match in_batch {
            Some(stored) => stored,
            None => batches.run_alone(create_alone(app, &attempt)).await?,
        };
        let Some(contact) = stored? else {
            return attempt.find_earlier(app).await?.ok_or(Error::Unavailable);
        };
        reserved.keep();
        if let Some(receipt) = receipt {
            receipt.keep();
        }
        tracing::info!(contact = %contact.id, quarantined = contact.quarantined, "contact request received");
        Ok(contact)
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

/// Stores the contacts of attempts in one transaction, and returns a result for each. Without a result, an attempt is stored alone, so that
/// one can't affect the others.
async fn create_batch(app: &App, attempts: Vec<Arc<Attempt>>) -> Vec<Option<Stored>> {
    let for_each = |result: fn() -> Option<Stored>| attempts.iter().map(|_| result()).collect();
    let (tx, contacts) = match create(app, &attempts, Waits::Briefly).await {
        Ok(Some(created)) => created,
        Ok(None) if attempts.len() == 1 => return for_each(|| Some(Ok(None))),
        Err(Error::StorageFull) => return for_each(|| Some(Err(Error::StorageFull))),
        Ok(None) => return for_each(|| None),
        Err(cause) => {
            tracing::warn!(%cause, contacts = attempts.len(), "storing contacts together failed; storing each alone");
            return for_each(|| None);
        }
    };
    match tx.commit().await {
        Ok(()) => contacts.into_iter().map(|contact| Some(Ok(Some(contact)))).collect(),
        Err(Error::StorageFull) => for_each(|| Some(Err(Error::StorageFull))),
        // The contacts may be stored, so they must not be stored again.
        Err(cause) => {
            tracing::warn!(%cause, "the result of storing contacts is unknown");
            for_each(|| Some(Err(Error::Unavailable)))
        }
    }
}

/// Stores the contact of one attempt.
async fn create_alone(app: &App, attempt: &Arc<Attempt>) -> Stored {
    let Some((tx, mut contacts)) = create(app, slice::from_ref(attempt), Waits::Fully).await? else {
        return Ok(None);
    };
    tx.commit().await?;
    Ok(contacts.pop())
}

/// How long a transaction waits for locks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waits {
    /// As long as the request may wait.
    Fully,
    /// So briefly that other contacts can wait for it.
    Briefly,
}

/// Stores the contacts of attempts, their idempotency keys and their mail in one transaction, which the caller commits. Returns `None` if
/// one of the keys already exists.
async fn create(
    app: &App,
    attempts: &[Arc<Attempt>],
    waits: Waits,
) -> Result<Option<(Transaction, Vec<Contact>)>> {
    let now = app.clock.now();
    // Without the texts, the contacts are stored too.
    let texts = FormTexts::current(app)
        .await
        .inspect_err(|cause| tracing::error!(%cause, "the texts of the contact form could not be read"));
    let offered = texts.as_ref().map_or(&[][..], |texts| &texts.offered);
    let consent = pages::consent::contact_form_consent(app).await;
    let tx = app.db.begin().await?;
    if waits == Waits::Briefly {
        tx.wait_briefly_for_locks().await?;
    }
    let mut user_ids = Vec::new();
    for attempt in attempts {
        // The account may have been deleted since the request was authenticated. Its lock is the first one, because others wait for
        // the following ones.
        user_ids.push(match attempt.user_id {
            Some(id) => users::find_for_update(&*tx, id).await?.map(|user| user.id),
            None => None,
        });
    }
    // Changed settings also apply to these contacts, because they wait for this lock before they change deadlines.
    tx.lock_shared(DEADLINES_LOCK).await?;
    let company = settings::store::contact(&*tx).await?;
    let calendar = Calendar::new(&company);
    let consent_id = match &consent {
        Some(shown) => Some(consent_texts::store::store(&*tx, shown, now).await?),
        None => None,
    };
    let mail = ContactMail::read(app, &tx, &company).await?;
    let (mut contacts, mut files, mut messages) = (Vec::new(), Vec::new(), Vec::new());
    for (attempt, user_id) in attempts.iter().zip(user_ids) {
        let new = attempt.new.clone();
        let due_at = calendar.deadline_for(&new.fields.service(), now);
        let receipt_id = attempt.has_receipt.then(|| id::new_id(now));
        let sender =
            SenderContext { user_id, consent_id: consent_id.clone(), receipt_id, ..SenderContext::default() };
        let unstored = UnstoredContact::new(new, sender, due_at, now)?;
        let contact = &unstored.contact;
        let announced = attachments::requests::announced(contact.id, &attempt.new.file_names, now)?;
        if !contact.quarantined {
            let names: Vec<&str> = announced.iter().map(|file| &*file.name).collect();
            messages.extend(mail.notices(contact, &names, None));
        }
        messages.extend(receipt_id.map(|id| mail.receipt(contact, offered).with_id(id)));
        files.extend(announced);
        contacts.push(unstored);
    }
    let contacts = store::create_all(&*tx, contacts).await?;
    let keys = attempts.iter().zip(&contacts).filter_map(|(attempt, contact)| {
        let key = attempt.key.as_deref()?;
        Some(NewKey { key, request_hash: &attempt.request_hash, contact_id: contact.id })
    });
    if !idempotency_keys::create_all(&*tx, keys, now).await? {
        return Ok(None);
    }
    attachments::store::create(&*tx, files).await?;
    queue_all(app, &tx, messages).await?;
    let in_inbox = contacts.iter().filter(|contact| !contact.quarantined).map(|contact| contact.id);
    notifications::announce_all_new(app, &tx, in_inbox.collect()).await?;
    Ok(Some((tx, contacts)))
}
