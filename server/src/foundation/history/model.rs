//! Types of the history.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::platform::{clock::Timestamp, http::Version};

/// Number of versions of a record after which older ones are deleted, except those that [`Subject::is_lasting`] protects.
pub const MAX_VERSIONS: u64 = 100;

/// The record that versions belong to, by its kind and id in the audit log.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    pub kind: &'static str,
    pub id: &'a str,
    /// Returns whether a version is never deleted. Its arguments are the version and the one that replaced it. `None` if all
    /// versions can be deleted.
    pub is_lasting: Option<fn(former: Saved<'_>, newer: Saved<'_>) -> bool>,
}

/// A document, and the time at which it was saved; `None` if unknown.
pub type Saved<'a> = (&'a Value, Option<Timestamp>);

/// A change of a record, with the documents before and after it.
#[derive(Clone, Copy)]
pub struct Change<'a> {
    pub before: (Version, &'a Value),
    pub after: (Version, &'a Value),
    /// The former version that the change restored, if any.
    pub restored_from: Option<i32>,
    /// The id of the author.
    pub by: Uuid,
}

/// A version of a record.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HistoryEntry {
    /// The version number, as in the `ETag`.
    pub version: i32,
    /// When the version was saved; null if it is older than the history of the record.
    #[schema(required)]
    pub saved_at: Option<DateTime<Utc>>,
    /// The author's name; null if unknown or deleted.
    #[schema(required)]
    pub saved_by: Option<String>,
    /// The former version that this one restored; null otherwise.
    #[schema(required)]
    pub restored_from: Option<i32>,
    /// The fields of the record in this version. They depend on the kind of record.
    pub document: Value,
}

/// The query parameters that request a page of a history.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct HistoryPaging {
    /// The cursor in the `Link` header of the previous page: a version. Only earlier versions are returned.
    pub cursor: Option<i32>,
    /// Number of versions, 1 to 100. Default 20.
    pub limit: Option<u64>,
}

impl HistoryPaging {
    /// Returns the requested limit, or 20. It may be out of range; [`paging::limit`](crate::platform::paging::limit) checks it.
    #[must_use]
    pub fn limit(&self) -> Option<u64> {
        self.limit.or(Some(20))
    }
}
