//! Former versions of records.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::table;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(record_versions()).await
    }
}

/// `saved_by` has no foreign key, because a version outlives the user who saved it.
fn record_versions() -> TableCreateStatement {
    table("record_versions")
        .col(text("kind"))
        .col(text("record_id"))
        .col(integer("version"))
        .col(json_binary("document"))
        .col(integer_null("restored_from"))
        .col(uuid_null("saved_by"))
        .col(timestamp_with_time_zone_null("saved_at"))
        .primary_key(Index::create().col("kind").col("record_id").col("version"))
        .to_owned()
}
