//! API types of the export of own data.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// All data of a user.
#[derive(Serialize, ToSchema)]
pub struct OwnData {
    pub exported_at: DateTime<Utc>,
    /// What the program stores about people, kind by kind.
    pub kinds: Vec<ExportedKind>,
}

/// The records of a user of one kind.
#[derive(Serialize, ToSchema)]
pub struct ExportedKind {
    /// The kind of records, such as `contacts`.
    pub kind: String,
    /// The kind in Portuguese.
    pub label: String,
    /// The records, newest first, at most 5000. Their fields depend on the kind.
    #[schema(value_type = Vec<Object>)]
    pub records: Vec<Value>,
}

#[derive(Deserialize, ToSchema)]
pub struct AccountDeletion {
    /// The password of the user.
    pub password: String,
}
