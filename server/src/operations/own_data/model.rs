//! API types of the export of own data.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    features::{
        contacts::{fields::ContactFields, model::Contact, replies::store::Reply},
        newsletter::model::Subscription,
        privacy_requests::model::PrivacyRequest,
    },
    foundation::{
        accounts::{factors::passkeys::model::Passkey, own_sessions::OwnSession},
        audit::model::AuditEvent,
        consent_texts::model::{ConsentText, ExportedConsent},
        identity::{model::User, store::devices},
    },
};

/// All data of a user.
#[derive(Serialize, ToSchema)]
pub struct OwnData {
    pub exported_at: DateTime<Utc>,
    pub account: User,
    /// Consent text of the form with which the user registered; null for accounts that staff created and those of earlier
    /// releases.
    #[schema(required)]
    pub account_consent: Option<ExportedConsent>,
    pub sessions: Vec<OwnSession>,
    /// The passkeys, without their keys.
    pub passkeys: Vec<Passkey>,
    /// Contacts that were sent while signed in, newest first.
    pub contacts: Vec<ExportedContact>,
    /// Browsers from which the user has signed in, most recently used first.
    pub known_devices: Vec<ExportedDevice>,
    /// What the user did, from the audit log, newest first, at most 5000 events.
    pub events: Vec<ExportedEvent>,
    /// Requests about personal data with the user's email address, newest first; empty if the address is not verified.
    pub privacy_requests: Vec<ExportedPrivacyRequest>,
    /// Newsletter subscriptions of the user's email address, newest first; empty if the address is not verified.
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
    /// The code of the action, such as `account.signed_in`.
    pub action: String,
    /// The action in Portuguese.
    pub summary: String,
    /// The IP address; null if unknown.
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

/// A contact that the user has sent.
#[derive(Serialize, ToSchema)]
pub struct ExportedContact {
    #[serde(flatten)]
    pub fields: ContactFields,
    /// 'Novo', 'Lido', 'Respondido' or 'Arquivado'.
    pub status: String,
    pub created_at: DateTime<Utc>,
    /// Consent text that the form showed; null if none was stored, as in earlier releases.
    #[schema(required)]
    pub consent: Option<ExportedConsent>,
    /// The replies from the panel, oldest first.
    pub replies: Vec<ExportedReply>,
}

#[derive(Serialize, ToSchema)]
pub struct ExportedReply {
    pub subject: String,
    pub text: String,
    pub created_at: DateTime<Utc>,
}

impl ExportedContact {
    /// Selects the replies to the contact, and its consent text. `replies` are those to all contacts, newest first.
    #[must_use]
    pub fn new(contact: Contact, replies: &[Reply], consents: &HashMap<String, ConsentText>) -> Self {
        let Contact { id, fields, status, created_at, consent_id, .. } = contact;
        let consent = consent_id.and_then(|id| consents.get(&id).cloned()).map(ExportedConsent::from);
        let own = replies.iter().rev().filter(|reply| reply.contact_id == id);
        let replies = own.map(|Reply { subject, text, created_at, .. }| ExportedReply {
            subject: subject.clone(),
            text: text.clone(),
            created_at: *created_at,
        });
        Self { fields, status: status.label().to_owned(), created_at, consent, replies: replies.collect() }
    }
}

/// A request about personal data, without the notes of staff.
#[derive(Serialize, ToSchema)]
pub struct ExportedPrivacyRequest {
    pub protocol: String,
    /// What was asked for, in Portuguese.
    pub kind: String,
    pub name: String,
    pub message: String,
    pub created_at: DateTime<Utc>,
    #[schema(required)]
    pub confirmed_at: Option<DateTime<Utc>>,
    #[schema(required)]
    pub closed_at: Option<DateTime<Utc>>,
    /// Why the request was refused; empty otherwise.
    pub reason: String,
}

impl From<PrivacyRequest> for ExportedPrivacyRequest {
    fn from(request: PrivacyRequest) -> Self {
        Self {
            protocol: request.protocol,
            kind: request.kind.label().to_owned(),
            name: request.name,
            message: request.message,
            created_at: request.created_at,
            confirmed_at: request.confirmed_at,
            closed_at: request.closed_at,
            reason: request.reason,
        }
    }
}

/// A newsletter subscription with the consent.
#[derive(Serialize, ToSchema)]
pub struct ExportedSubscription {
    pub email: String,
    /// 'Pendente', 'Confirmada' or 'Cancelada'.
    pub status: String,
    /// Version of the text that the user agreed to.
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
    /// The password of the user.
    pub password: String,
}
