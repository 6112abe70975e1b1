//! When each digest was last queued, so that several processes queue it once a day.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::table;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let digests = table("digests")
            .col(text("name").primary_key())
            .col(timestamp_with_time_zone_null("queued_at"))
            .to_owned();
        manager.create_table(digests).await?;
        let row = "INSERT INTO digests (name) VALUES ('suspected_contacts')";
        manager.get_connection().execute_unprepared(row).await.map(drop)
    }
}
