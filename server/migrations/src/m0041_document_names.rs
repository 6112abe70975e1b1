//! Names fields of page documents after the glossary: replies and stats.

use sea_orm_migration::prelude::*;

use crate::documents::{RenamedField, rename_fields};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const RENAMED: [RenamedField; 3] = [
    ("account", &["requests", "answer"], "reply"),
    ("about", &["figures"], "stats"),
    ("home", &["figures"], "stats"),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        rename_fields(manager, &RENAMED).await
    }
}
