//! When staff are notified that a promise is about to break, so that the notices that are due are found without reading the contacts
//! that wait.

use sea_orm_migration::{prelude::*, schema::*};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let notice_at = timestamp_with_time_zone_null("promise_notice_at").take();
        manager.alter_table(Table::alter().table("contacts").add_column(notice_at).to_owned()).await?;
        for index in INDEXES {
            manager.get_connection().execute_unprepared(index).await?;
        }
        Ok(())
    }
}

/// Indexes of the notices that are due, and of the deadlines whose notice isn't planned yet. Mostly, both are empty or short.
const INDEXES: [&str; 2] = [
    // SQLite prefers an index that starts with `deleted_at`, also to a partial one.
    "CREATE INDEX contacts_promise_notices ON contacts (deleted_at, promise_notice_at)
        WHERE NOT quarantined AND promise_notice_at IS NOT NULL",
    "CREATE INDEX contacts_promise_unplanned ON contacts (waits_until)
        WHERE waits_until IS NOT NULL AND (promise_noticed_for IS NULL OR promise_noticed_for <> waits_until)",
];
