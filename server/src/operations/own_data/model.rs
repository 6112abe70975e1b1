//! API types of the export of own data and of the deletion of the own account.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// All data of a user, except internal records of staff, such as their notes.
#[derive(Serialize, ToSchema)]
pub struct OwnData {
    pub exported_at: DateTime<Utc>,
    /// The records by kind, including kinds without any.
    pub kinds: Vec<ExportedKind>,
}

/// The records of one kind about a user.
#[derive(Serialize, ToSchema)]
pub struct ExportedKind {
    /// Name of the kind, such as `contacts`.
    pub kind: String,
    /// Label of the kind, in Portuguese.
    pub label: String,
    /// The records, newest first, at most 5000. Their fields depend on the kind.
    #[schema(value_type = Vec<Object>)]
    pub records: Vec<Value>,
}

#[derive(Deserialize, ToSchema)]
pub struct AccountDeletion {
    /// Current password of the user.
    pub password: String,
}
