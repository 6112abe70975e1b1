//! Periods for which personal data is stored, and the last run of each rule.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::table;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let periods = table("retention_periods")
            .col(text("key").primary_key())
            .col(integer_null("days"))
            .col(timestamp_with_time_zone("updated_at"))
            .to_owned();
        manager.create_table(periods).await?;
        let runs = table("retention_runs")
            .col(text("key").primary_key())
            .col(timestamp_with_time_zone("ran_at"))
            .col(timestamp_with_time_zone_null("erased_at"))
            .col(big_integer("erased"))
            .to_owned();
        manager.create_table(runs).await
    }
}
