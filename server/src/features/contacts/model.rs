//! A stored contact request, and changes of it.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    channel::Channel,
    fields::{ContactFields, ContactInput},
    promise::Promise,
    source::ContactSource,
    stages::model::Deal,
    steps::model::NextStep,
    triage::Triage,
};
use crate::{
    foundation::{
        audit::{Action, Event},
        mail::model::MailState,
    },
    platform::{clock::Timestamp, error::Result, parse::null_or_value},
};

/// Progress of a contact request. `new`: not opened by staff. `read`: opened, and waits for a reply. `replied`: the mail server
/// accepted a reply, or staff set this status. `archived`: needs no reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum ContactStatus {
    New,
    Read,
    Replied,
    Archived,
}

impl ContactStatus {
    /// Returns the label for staff.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::New => "Novo",
            Self::Read => "Lido",
            Self::Replied => "Respondido",
            Self::Archived => "Arquivado",
        }
    }

    /// Returns the label for the sender. The label for staff would reveal that the contact is unread or archived.
    #[must_use]
    pub fn visitor_label(self) -> &'static str {
        match self {
            Self::New => "Recebido",
            Self::Read => "Em análise",
            Self::Replied => "Respondido",
            Self::Archived => "Encerrado",
        }
    }

    /// Returns whether the contact is neither replied to nor archived.
    #[must_use]
    pub fn is_waiting(self) -> bool {
        matches!(self, Self::New | Self::Read)
    }
}

/// State of a reply that the mail server has not accepted. `queued`: not sent yet. `failed`: rejected, or not accepted after all
/// attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum ReplyDelivery {
    Queued,
    Failed,
}

impl ReplyDelivery {
    /// Returns the delivery of a reply from the state of its message; `None` if the mail server has accepted it.
    #[must_use]
    pub fn of(state: MailState) -> Option<Self> {
        match state {
            MailState::Queued => Some(Self::Queued),
            MailState::Failed => Some(Self::Failed),
            MailState::Sent => None,
        }
    }
}

/// The state of the replies to a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RepliesState {
    /// Whether the mail server has accepted a reply.
    pub has_accepted: bool,
    /// Delivery of the newest reply; `None` if there is none or the mail server has accepted it.
    pub delivery: Option<ReplyDelivery>,
}

/// A contact request as staff see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Contact {
    pub id: Uuid,
    /// Version, as in the `ETag` of the contact.
    pub version: i32,
    #[serde(flatten)]
    pub fields: ContactFields,
    #[serde(flatten)]
    pub source: ContactSource,
    pub channel: Channel,
    /// Code of the company's WhatsApp link with which the conversation began, in four groups of five characters; null if staff entered
    /// none.
    #[schema(required)]
    pub whatsapp_code: Option<String>,
    pub status: ContactStatus,
    pub created_at: DateTime<Utc>,
    /// Whether the contact was classified as automated, and is therefore excluded from the inbox.
    pub quarantined: bool,
    /// Time at which the contact was moved to the trash, where it is purged after 30 days; null outside the trash.
    #[schema(required)]
    pub deleted_at: Option<DateTime<Utc>>,
    /// Id of the contact into which this one was merged; null otherwise. A merged contact is in no view of the list, and doesn't
    /// change.
    #[schema(required)]
    pub merged_into: Option<Uuid>,
    /// Id of the responsible member of staff; null if there is none.
    #[schema(required)]
    pub assigned_to: Option<Uuid>,
    /// Time of the first reply after the person's latest message; null before.
    #[schema(required)]
    pub answered_at: Option<DateTime<Utc>>,
    /// The promised reply; null if the contact doesn't wait for one, or isn't in the inbox.
    #[schema(required)]
    pub promise: Option<Promise>,
    /// The latest message that the person wrote after the request; null if there is none.
    #[schema(required)]
    pub latest_message: Option<LatestMessage>,
    /// State of the newest reply by email; null if there is none or the mail server has accepted it.
    #[schema(required)]
    pub delivery: Option<ReplyDelivery>,
    /// Id of the consent text that the form showed; null if none was stored.
    #[schema(required)]
    pub consent_id: Option<String>,
    #[serde(flatten)]
    pub deal: Deal,
    /// What the company does next; null if nothing is planned.
    #[schema(required)]
    pub next_step: Option<NextStep>,
    /// Deadline of the promised reply.
    #[serde(skip)]
    pub due_at: Option<DateTime<Utc>>,
    /// The deadline, while the contact waits for a reply.
    #[serde(skip)]
    pub waits_until: Option<DateTime<Utc>>,
    /// Whether its notice and receipt were queued or became unnecessary. For a quarantined contact, they are queued when it is
    /// released.
    #[serde(skip)]
    pub announced: bool,
    /// Time of the person's latest message: of the request, or of mail after it.
    #[serde(skip)]
    pub asked_at: DateTime<Utc>,
    /// Deadline of the first promise, for the stats.
    #[serde(skip)]
    pub first_due_at: Option<DateTime<Utc>>,
    /// Time of the first reply to the request, for the stats.
    #[serde(skip)]
    pub first_answered_at: Option<DateTime<Utc>>,
}

impl Contact {
    /// Returns whether the sender was erased, and with the sender all addresses for a reply.
    #[must_use]
    pub fn is_erased(&self) -> bool {
        self.fields.email.is_empty() && self.fields.phone.is_empty()
    }

    /// Returns an audit event about the contact.
    #[must_use]
    pub fn event(&self, action: Action) -> Event {
        Event::new(action).on(self.id, &self.fields.name)
    }
}

/// The latest message of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LatestMessage {
    /// The first 300 characters.
    pub text: String,
    /// Whether the message answers one of ours, or a trusted server has authenticated its sender.
    pub is_confirmed: bool,
    pub created_at: DateTime<Utc>,
}

/// Changes of a contact request by staff. Omitted fields keep their value.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct ContactChange {
    pub name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub company: Option<String>,
    pub message: Option<String>,
    pub status: Option<ContactStatus>,
    pub quarantined: Option<bool>,
    /// Id of a member of staff; null removes the assignee.
    #[serde(default, deserialize_with = "null_or_value")]
    #[schema(value_type = Option<Uuid>)]
    pub assigned_to: Option<Option<Uuid>>,
}

impl ContactChange {
    /// Returns the triage after the change.
    #[must_use]
    pub fn triage(&self, current: &Contact, replies: RepliesState, now: Timestamp) -> Triage {
        let mut triage = Triage::of(current);
        triage.quarantined = self.quarantined.unwrap_or(current.quarantined);
        triage.assigned_to = self.assigned_to.unwrap_or(current.assigned_to);
        match self.status {
            Some(status) => triage.with_status(status, current, replies, now),
            None => triage,
        }
    }

    /// Returns the fields after the change. They are validated only if the change contains one of them, so that the
    /// status of an old contact with invalid fields can be changed.
    pub fn fields(&self, contact: &Contact) -> Result<ContactFields> {
        let current = &contact.fields;
        let changes = [&self.name, &self.email, &self.phone, &self.company, &self.message];
        if changes.iter().all(|change| change.is_none()) {
            return Ok(current.clone());
        }
        let value = |change: &Option<String>, current: &str| change.as_deref().unwrap_or(current).to_owned();
        let input = ContactInput {
            name: value(&self.name, &current.name),
            email: value(&self.email, &current.email),
            phone: value(&self.phone, &current.phone),
            company: value(&self.company, &current.company),
            message: value(&self.message, &current.message),
            ..ContactInput::default()
        };
        // Only the form asks for all fields.
        if contact.channel == Channel::Form {
            ContactFields::parse(&input)
        } else {
            ContactFields::parse_recorded(&input)
        }
    }
}
