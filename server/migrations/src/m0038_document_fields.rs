//! Gives fields of page documents American spelling.

use sea_orm_migration::prelude::*;

use crate::documents::{RenamedField, rename_fields};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const RENAMED: [RenamedField; 5] = [
    ("account", &["security", "enrolment"], "enrollment"),
    ("account", &["security", "passkeys", "cancelled"], "canceled"),
    ("account", &["security", "step_up", "passkey_cancelled"], "passkey_canceled"),
    ("auth", &["sign_in", "passkey", "cancelled"], "canceled"),
    ("article", &["neighbours"], "neighbors"),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        rename_fields(manager, &RENAMED).await
    }
}
