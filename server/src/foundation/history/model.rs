//! A version of a record, and what is asked about them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::platform::http::Version;

/// Versions kept of each record; older ones go.
pub const KEPT: u64 = 100;

/// A record: its kind and its id, as in the audit log.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    pub kind: &'static str,
    pub id: &'a str,
}

/// What a change made of a record.
#[derive(Clone, Copy)]
pub struct Change<'a> {
    pub before: (Version, &'a Value),
    pub after: (Version, &'a Value),
    /// The version that was brought back, if that was the change.
    pub restored_from: Option<i32>,
    pub by: Uuid,
}

/// A record as it was saved once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HistoryEntry {
    /// As in its `ETag`. The lowest may be from before anybody changed the record.
    pub version: i32,
    /// When it was saved; of a version from before the history began, nothing.
    #[schema(required)]
    pub saved_at: Option<DateTime<Utc>>,
    /// The name of whoever saved it, while they have an account.
    #[schema(required)]
    pub saved_by: Option<String>,
    /// The version that was brought back by it.
    #[schema(required)]
    pub restored_from: Option<i32>,
    pub document: Value,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct HistoryPaging {
    /// Only versions before this one; from the `Link` header of the page before.
    pub cursor: Option<i32>,
    /// 1 to 100, default 20.
    pub limit: Option<u64>,
}

impl HistoryPaging {
    #[must_use]
    pub fn limit(&self) -> Option<u64> {
        self.limit.or(Some(20))
    }
}
