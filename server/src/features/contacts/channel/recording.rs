//! Contacts that staff record: calls, visits, and conversations on WhatsApp or by mail in another mailbox. The sender gets no receipt,
//! and no consent is stored, because nobody saw the site's form.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Channel, whatsapp};
use crate::{
    app::App,
    features::contacts::{
        admin::completed,
        assignment::assignees::check_assignee,
        fields::{ContactFields, ContactInput, MAX_SERVICE, NewContact},
        limits::MAX_RECORDED_MESSAGE,
        mail::ContactMail,
        message::compose_message,
        model::Contact,
        notifications,
        promise::{Calendar, DEADLINES_LOCK},
        source::ContactSource,
        store::{self, SenderContext},
    },
    foundation::{
        audit::{self, Action},
        identity::extract::Support,
        mail::queue_all,
        records, settings,
    },
    platform::{
        clock::Timestamp,
        error::{Error, ErrorBody, FieldErrors, Result},
        http::{IdempotencyKey, JsonBody, Version, Versioned},
        parse::{Fields, time},
    },
};

/// Time by which the caller's clock may be ahead.
const CLOCK_SKEW: TimeDelta = TimeDelta::minutes(5);
/// Period in which a contact may have happened before it is recorded.
const MAX_AGE: TimeDelta = TimeDelta::days(366);

const CODE_USED: Error =
    Error::Conflict { code: "whatsapp_code_used", message: "Já existe um contato com este protocolo." };

/// A contact that staff record. `channel`, `name`, and `email` or `phone` are required.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct RecordedContact {
    /// `phone`, `visit`, `whatsapp`, `email` or `other`.
    pub channel: Option<Channel>,
    /// When the person called, came or wrote. By default the time of the WhatsApp code, or else now. The promised reply counts from this
    /// time.
    #[serde(default, deserialize_with = "time")]
    pub happened_at: Option<DateTime<Utc>>,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub phone: String,
    #[serde(default)]
    pub company: String,
    /// Service of interest; may be empty.
    #[serde(default)]
    pub service: String,
    #[serde(default)]
    pub message: String,
    /// Id of a member of staff.
    pub assigned_to: Option<Uuid>,
    /// Code of the company's WhatsApp link, or a message that contains it; may be empty.
    #[serde(default)]
    pub whatsapp_code: String,
    /// Whether the contact is another person than the one that was recorded with the code. Visitors who open the link in the same minute
    /// get the same code.
    #[serde(default)]
    pub is_other_person: bool,
}

/// The valid fields of a recorded contact.
struct Parsed {
    channel: Channel,
    fields: ContactFields,
    happened_at: Option<Timestamp>,
}

impl RecordedContact {
    /// Parses all fields except the code. Refuses all invalid fields at once.
    fn parse(&self, now: Timestamp) -> Result<Parsed> {
        let mut fields = Fields::default();
        let channel = self.channel.filter(|channel| !matches!(channel, Channel::Form | Channel::Import));
        if channel.is_none() {
            fields.refuse("channel", "Escolha como a pessoa falou com a empresa.");
        }
        if let Some(time) = self.happened_at {
            if time > now + CLOCK_SKEW {
                fields.refuse("happened_at", "Este momento ainda não chegou.");
            } else if time < now - MAX_AGE {
                fields.refuse("happened_at", "Use uma data do último ano.");
            }
        }
        let service = fields.line("service", &self.service, MAX_SERVICE);
        let text = fields.text("message", &self.message, MAX_RECORDED_MESSAGE);
        let errors = match fields.finish(()) {
            Err(Error::Invalid(errors)) => errors,
            _ => FieldErrors::new(),
        };
        let input = ContactInput {
            name: self.name.clone(),
            email: self.email.clone(),
            phone: self.phone.clone(),
            company: self.company.clone(),
            message: compose_message(&service, &text),
            ..ContactInput::default()
        };
        let parsed = match ContactFields::parse_recorded(&input) {
            Err(Error::Invalid(others)) => {
                return Err(Error::Invalid(errors.into_iter().chain(others).collect()));
            }
            parsed => parsed?,
        };
        if !errors.is_empty() {
            return Err(Error::Invalid(errors));
        }
        let happened_at = self.happened_at.map(|time| time.min(now));
        Ok(Parsed { channel: channel.unwrap_or_default(), fields: parsed, happened_at })
    }
}

/// Records a contact that didn't use the site's form. The person gets no receipt, and the notice to staff isn't sent to the caller.
#[utoipa::path(post, path = "/api/contacts/recorded", tag = "contacts", operation_id = "record_contact",
    params(
        ("Idempotency-Key" = Option<String>, Header,
            description = "Identifies the request. A repeated request with the same key returns the contact that the first one created")),
    request_body = RecordedContact,
    responses(
        (status = 201, body = Contact),
        (status = 409, description = "`whatsapp_code_used`: a contact was recorded with this code", body = ErrorBody)))]
pub async fn record_contact(
    staff: Support,
    State(app): State<App>,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<RecordedContact>,
) -> Result<Response> {
    let now = app.clock.now();
    let Parsed { channel, fields, happened_at } = input.parse(now)?;
    let user = &staff.0.user;
    let id = records::new_id(&app, &staff, key.map(|key| format!("contact:{key}")).as_deref());
    if let Some((version, earlier)) = store::find(app.db.reader(), id).await? {
        return created(&app, version, earlier).await;
    }
    let code = match input.whatsapp_code.trim() {
        "" => None,
        text => Some(whatsapp::check(&app, app.db.reader(), user.id, text).await?),
    };
    let tx = app.db.begin().await?;
    // Another request with the same key, or the same code, may be recording the contact at this moment.
    tx.lock(&format!("recorded contact {id}")).await?;
    if let Some((version, earlier)) = store::find(&*tx, id).await? {
        drop(tx);
        return created(&app, version, earlier).await;
    }
    tx.lock_shared(DEADLINES_LOCK).await?;
    let (source, clicked_at, whatsapp_code) = match code {
        Some(found) => (found.source, Some(found.clicked_at), Some(found.code.to_string())),
        None => (ContactSource::default(), None, None),
    };
    if let Some(code) = &whatsapp_code {
        tx.lock(&format!("WhatsApp code {code}")).await?;
        if !input.is_other_person && store::find_by_code(&*tx, code).await?.is_some() {
            return Err(CODE_USED);
        }
    }
    check_assignee(&tx, input.assigned_to).await?;
    let received_at = happened_at.or(clicked_at).unwrap_or(now);
    let company = settings::store::contact(&*tx).await?;
    let due_at = Calendar::new(&company).deadline_for(&fields.service(), received_at);
    let sender = SenderContext {
        id: Some(id),
        channel,
        assigned_to: input.assigned_to,
        whatsapp_code,
        ..SenderContext::default()
    };
    let new = NewContact { fields, source, quarantined: false, file_names: Vec::new() };
    let contact = store::create(&*tx, new, sender, due_at, received_at).await?;
    let notices = ContactMail::read(&app, &tx, &company).await?.notices(&contact, &[], Some(&user.email));
    queue_all(&app, &tx, notices).await?;
    notifications::announce_new(&app, &tx, contact.id, Some(user.id)).await?;
    notifications::announce_assigned(&app, &tx, None, &contact, user.id).await?;
    // Like the events of other contacts, it omits the fields, because audit events are permanent.
    audit::record(&app, &tx, &staff.actor(), contact.event(Action::ContactRecorded)).await?;
    tx.commit().await?;
    tracing::info!(contact = %contact.id, channel = channel.label(), "contact recorded");
    created(&app, Version(1), contact).await
}

async fn created(app: &App, version: Version, contact: Contact) -> Result<Response> {
    let contact = completed(app, contact).await?;
    Ok((StatusCode::CREATED, Versioned(version, contact)).into_response())
}
