//! Sending a contact request.

use std::net::IpAddr;

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use tracing::Instrument;
use uuid::Uuid;

use super::{
    deadlines, mail,
    model::{Contact, ContactInput, NewContact},
    own::{ContactReceipt, OwnAnswer, OwnContact},
    promise::Calendar,
    store::{self, keys, replies},
};
use crate::{
    app::{App, limits::FormLimit},
    foundation::{
        identity::{
            extract::{SignedIn, Visitor},
            store::users,
        },
        settings,
    },
    platform::{
        client_ip::ClientIp,
        db::wait_budget::sharing_budget,
        error::{Error, ErrorBody, Refusal, Result, is_unique_violation},
        http::{IdempotencyKey, JsonBody},
        id,
        paging::{Limit, ListLimit},
        rate_limit::network_of,
    },
};

pub const IDEMPOTENCY_KEY_REUSED: Refusal = Refusal {
    status: StatusCode::UNPROCESSABLE_ENTITY,
    code: "idempotency_key_reused",
    message: "Esta chave de envio já foi usada com outro conteúdo.",
};

/// Of all contacts of one account.
const MAX_ANSWERS: u64 = 200;

/// Sends a contact request. It is stored when the answer comes.
#[utoipa::path(post, path = "/api/contacts", tag = "contacts", operation_id = "create_contact",
    request_body = ContactInput,
    params(("Idempotency-Key" = Option<String>, Header,
        description = "The client's name for this attempt: sent again, the first answer is given again")),
    responses(
        (status = 201, body = ContactReceipt),
        (status = 422, description = "Fields at fault, or the key was used for another request", body = ErrorBody)))]
pub async fn create_contact(
    _: FormLimit,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    Visitor(visitor): Visitor,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<ContactInput>,
) -> Result<Response> {
    let contact = receive(&app, &input, ip, visitor.map(|user| user.id), key.as_deref()).await?;
    let receipt = ContactReceipt::new(contact, &deadlines::calendar(&app).await?);
    Ok((StatusCode::CREATED, Json(receipt)).into_response())
}

/// What the caller has sent while signed in, the newest first.
#[utoipa::path(get, path = "/api/contacts/mine", tag = "contacts", operation_id = "list_own_contacts",
    params(ListLimit),
    responses((status = 200, body = Vec<OwnContact>)))]
pub async fn list_own_contacts(
    State(app): State<App>,
    SignedIn { user, .. }: SignedIn,
    limit: Limit,
) -> Result<Json<Vec<OwnContact>>> {
    let db = app.db.reader();
    let now = app.clock.now();
    let contacts = store::list_of_user(db, user.id).await?;
    let ids: Vec<_> = contacts.iter().map(|contact| contact.id).collect();
    let replies = replies::list(db, &ids, MAX_ANSWERS).await?;
    let own = |contact: Contact| {
        let to_it = replies.iter().rev().filter(|reply| reply.contact_id == contact.id);
        let answers = to_it.filter_map(|reply| {
            let (subject, text) = (reply.subject.clone(), reply.text.clone());
            Some(OwnAnswer { subject, text, sent_at: reply.accepted_at? })
        });
        let answers = answers.collect();
        OwnContact::new(contact, answers, now)
    };
    Ok(Json(limit.cut(contacts.into_iter().map(own).collect())))
}

/// Stores a contact request, once per key: sent again it is answered again, whatever the limit says. Only what is stored
/// counts against the sender's network: whoever corrects a form many times is no attacker.
pub async fn receive(
    app: &App,
    input: &ContactInput,
    ip: IpAddr,
    user: Option<Uuid>,
    key: Option<&str>,
) -> Result<Contact> {
    let new = NewContact::parse(input)?;
    let request_hash = id::sha256_hex(&serde_json::to_vec(input).map_err(anyhow::Error::new)?);
    let attempt = Attempt { new, network: network_of(ip), user, key: key.map(str::to_owned), request_hash };
    let app = app.clone();
    // A separate task: a client that disconnects during the commit doesn't get its place within the limit back.
    let stored = tokio::spawn(sharing_budget(async move { attempt.store(&app).await }).in_current_span());
    stored.await.map_err(anyhow::Error::new)?
}

/// A valid request that may be stored already.
struct Attempt {
    new: NewContact,
    network: IpAddr,
    user: Option<Uuid>,
    key: Option<String>,
    request_hash: String,
}

impl Attempt {
    /// Of attempts with one key the first takes a place within the limit; the others wait for it and find its contact.
    async fn store(self, app: &App) -> Result<Contact> {
        let _guard = match &self.key {
            Some(key) => Some(app.contact_attempts.lock(key.clone()).await),
            None => None,
        };
        if let Some(key) = &self.key
            && let Some(earlier) = replay(app, key, &self.request_hash).await?
        {
            return Ok(earlier);
        }
        let now = app.clock.now();
        let room = app.limits.contacts.reserve(self.network, app.clock.steady())?;
        let company = settings::store::contact(app.db.reader()).await?;
        let tx = app.db.begin().await?;
        let due_at = Calendar::new(&company.business_hours).promised(now);
        // The account may have been deleted since.
        let user = match self.user {
            Some(id) => users::find_for_update(&*tx, id).await?.map(|user| user.id),
            None => None,
        };
        let contact = store::create(&*tx, &self.new, user, due_at, now).await?;
        if let Some(key) = &self.key
            && let Err(error) = keys::remember(&*tx, key, &self.request_hash, contact.id, now).await
        {
            drop(tx);
            if is_unique_violation(&error) {
                // The same attempt, sent to another process at once: that one has won.
                return replay(app, key, &self.request_hash).await?.ok_or(Error::Unavailable);
            }
            return Err(error.into());
        }
        mail::queue(app, &tx, &contact, &company).await?;
        tx.commit().await?;
        room.keep();
        tracing::info!(contact = %contact.id, quarantined = contact.quarantined, "contact request received");
        Ok(contact)
    }
}

async fn replay(app: &App, key: &str, request_hash: &str) -> Result<Option<Contact>> {
    let Some((hash, id)) = keys::find(app.db.reader(), key).await? else { return Ok(None) };
    if hash != request_hash {
        return Err(Error::Refused(IDEMPOTENCY_KEY_REUSED));
    }
    Ok(store::find(app.db.reader(), id).await?.map(|(_, contact)| contact))
}
