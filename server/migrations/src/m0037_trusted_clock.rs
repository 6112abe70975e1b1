//! The latest time at which the clock was trusted, so that a start with a wrong clock is noticed. In an existing database, it is
//! the time of the newest audit event.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::table;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let clock = table("trusted_clock")
            .col(integer("id").primary_key())
            .col(timestamp_with_time_zone_null("trusted_at"))
            .to_owned();
        manager.create_table(clock).await?;
        let row = "INSERT INTO trusted_clock (id, trusted_at)
            SELECT 1, (SELECT created_at FROM audit_events ORDER BY sequence DESC LIMIT 1)";
        manager.get_connection().execute_unprepared(row).await.map(drop)
    }
}
