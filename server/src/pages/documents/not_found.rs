//! What stands where no page is: `not_found.json`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Link, PageText};

/// `not_found.json`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NotFoundContent {
    pub meta: PageText,
    pub code: String,
    pub message: String,
    pub back: Link,
}
