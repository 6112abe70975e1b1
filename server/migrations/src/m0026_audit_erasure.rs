//! When the personal part of an audit event was erased, and the proof that the program did it.

use sea_orm_migration::{prelude::*, schema::*};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in [timestamp_with_time_zone_null("erased_at").take(), text_null("erasure_mac").take()] {
            manager.alter_table(Table::alter().table("audit_events").add_column(column).to_owned()).await?;
        }
        Ok(())
    }
}
