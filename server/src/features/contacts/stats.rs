//! What the dashboard counts of contacts.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::model::{ContactStatus, Promise};

/// How many contacts have a status.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StatusCount {
    pub status: ContactStatus,
    pub count: u64,
}

/// How many contacts are about a service.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ServiceCount {
    pub service: String,
    pub count: u64,
}

/// The contacts that nobody has replied to or archived yet.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingContacts {
    pub count: u64,
    /// Of those, the ones that have waited longer than was promised.
    pub late: u64,
    /// Contacts with an answer that was rejected or given up.
    pub undelivered: u64,
    /// In how many hours an answer is promised.
    pub promised_hours: u16,
    /// The one that has waited longest.
    #[schema(required)]
    pub oldest: Option<WaitingContact>,
    /// What became of the promises of the last 30 days.
    pub kept: KeptPromises,
}

/// Contacts whose answer was due in a span of time. Those put aside without an answer count nowhere.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct KeptPromises {
    pub due: u64,
    /// Of those, the ones answered in time.
    pub kept: u64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingContact {
    pub id: Uuid,
    pub name: String,
    pub company: String,
    pub created_at: DateTime<Utc>,
    #[schema(required)]
    pub promise: Option<Promise>,
}
