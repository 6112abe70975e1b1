//! Everything an account holds, in one file.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    features::{
        contacts::{fields::ContactFields, model::Contact, replies::store::Reply},
        newsletter::model::Subscription,
    },
    foundation::{
        accounts::{factors::passkeys::model::Passkey, own_sessions::OwnSession},
        audit::model::AuditEvent,
        identity::{model::User, store::devices},
    },
};

#[derive(Serialize, ToSchema)]
pub struct OwnData {
    pub exported_at: DateTime<Utc>,
    pub account: User,
    pub sessions: Vec<OwnSession>,
    /// What they are called and when they were used, no keys.
    pub passkeys: Vec<Passkey>,
    /// Sent while signed in, the newest first.
    pub contacts: Vec<ExportedContact>,
    /// Browsers that the account has signed in from, the one used last first.
    pub known_devices: Vec<ExportedDevice>,
    /// What the account did, as the audit log has it; the newest first.
    pub events: Vec<ExportedEvent>,
    /// Of the account's e-mail address, once that is confirmed; the newest first.
    pub newsletter: Vec<ExportedSubscription>,
}

#[derive(Serialize, ToSchema)]
pub struct ExportedDevice {
    pub created_at: DateTime<Utc>,
    pub last_seen_at: DateTime<Utc>,
}

#[derive(Serialize, ToSchema)]
pub struct ExportedEvent {
    pub created_at: DateTime<Utc>,
    /// As its name in the log: `account.signed_in`.
    pub action: String,
    /// In plain words, after the name of who did it.
    pub summary: String,
    /// The network address that it came from, where it is known.
    #[schema(required)]
    pub ip: Option<String>,
}

impl From<&devices::Model> for ExportedDevice {
    fn from(device: &devices::Model) -> Self {
        Self { created_at: device.created_at, last_seen_at: device.last_seen_at }
    }
}

impl From<AuditEvent> for ExportedEvent {
    fn from(event: AuditEvent) -> Self {
        Self { created_at: event.created_at, action: event.action, summary: event.summary, ip: event.ip }
    }
}

/// A contact request as its sender gave it.
#[derive(Serialize, ToSchema)]
pub struct ExportedContact {
    #[serde(flatten)]
    pub fields: ContactFields,
    /// 'Novo', 'Lido', 'Respondido' or 'Arquivado'.
    pub status: String,
    pub created_at: DateTime<Utc>,
    /// What staff answered from the panel, the oldest first.
    pub replies: Vec<ExportedReply>,
}

#[derive(Serialize, ToSchema)]
pub struct ExportedReply {
    pub subject: String,
    pub text: String,
    pub created_at: DateTime<Utc>,
}

impl ExportedContact {
    /// With those of `replies` that are to it. They come the newest first.
    #[must_use]
    pub fn new(contact: Contact, replies: &[Reply]) -> Self {
        let Contact { id, fields, status, created_at, .. } = contact;
        let own = replies.iter().rev().filter(|reply| reply.contact_id == id);
        let replies = own.map(|Reply { subject, text, created_at, .. }| ExportedReply {
            subject: subject.clone(),
            text: text.clone(),
            created_at: *created_at,
        });
        let (status, replies) = (status.label().to_owned(), replies.collect());
        Self { fields, status, created_at, replies }
    }
}

/// A subscription to the newsletter, with what was agreed to.
#[derive(Serialize, ToSchema)]
pub struct ExportedSubscription {
    pub email: String,
    /// 'Pendente', 'Confirmada' or 'Cancelada'.
    pub status: String,
    pub consent_version: String,
    pub consent_text: String,
    pub consented_at: DateTime<Utc>,
    #[schema(required)]
    pub confirmed_at: Option<DateTime<Utc>>,
    #[schema(required)]
    pub unsubscribed_at: Option<DateTime<Utc>>,
}

impl From<Subscription> for ExportedSubscription {
    fn from(subscription: Subscription) -> Self {
        Self {
            email: subscription.email,
            status: subscription.status.label().to_owned(),
            consent_version: subscription.consent_version,
            consent_text: subscription.consent_text,
            consented_at: subscription.consented_at,
            confirmed_at: subscription.confirmed_at,
            unsubscribed_at: subscription.unsubscribed_at,
        }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct AccountDeletion {
    pub password: String,
}
