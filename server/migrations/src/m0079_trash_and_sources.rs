//! Fast filters in the trash of contacts, whose index gets all columns by which contacts are filtered; and sources in lower case, so that
//! 'Google' and 'google' are one.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        connection.execute_unprepared("DROP INDEX contacts_trash").await?;
        connection.execute_unprepared(TRASH).await?;
        connection.execute_unprepared(SOURCES).await?;
        Ok(())
    }
}

const TRASH: &str = "CREATE INDEX contacts_trash ON contacts (
        created_at, id, status, assigned_to, service, source, channel, utm_campaign, stage, waits_until, deleted_at, merged_into
    ) WHERE deleted_at IS NOT NULL AND merged_into IS NULL";

const SOURCES: &str = "UPDATE contacts SET source = lower(source) WHERE source <> lower(source)";
