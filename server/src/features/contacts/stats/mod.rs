//! Stats of contacts, for the dashboard and the figures of visits.

pub mod store;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{model::ContactStatus, promise::Promise, source::ContactSource};

/// Number of contacts with a status. Counting stops at 10,000.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StatusCount {
    pub status: ContactStatus,
    pub count: u64,
    /// Whether there are more contacts than `count`.
    pub has_more: bool,
}

/// Number of contacts with a service of interest.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ServiceCount {
    pub service: String,
    pub count: u64,
}

/// Number of contacts with the same source.
#[derive(Debug, PartialEq, Eq)]
pub struct SourceCount {
    pub source: ContactSource,
    pub count: u64,
}

/// Stats of waiting contacts, undelivered replies and promises.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingContacts {
    /// Contacts that wait for a reply.
    pub count: u64,
    /// Contacts whose promised reply is late.
    pub late: u64,
    /// Contacts whose newest reply was rejected, or was not accepted after all retries.
    pub undelivered: u64,
    /// Hours within which a reply is promised in general.
    pub promised_hours: u16,
    /// The contact with the earliest deadline; null if none waits.
    #[schema(required)]
    pub most_urgent: Option<WaitingContact>,
    /// Promises whose deadline was in the last 30 days.
    pub promises: PromiseStats,
}

/// Numbers of promised replies with a deadline in a period. Contacts that were archived without a reply don't count.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PromiseStats {
    /// Promises with a deadline in the period.
    pub due: u64,
    /// Promises with a reply before the deadline.
    pub met: u64,
}

/// A contact that waits for a reply.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingContact {
    pub id: Uuid,
    pub name: String,
    pub company: String,
    /// Time of the person's latest message.
    pub asked_at: DateTime<Utc>,
    /// The promised reply.
    #[schema(required)]
    pub promise: Option<Promise>,
}
