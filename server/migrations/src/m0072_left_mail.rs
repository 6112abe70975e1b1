//! The latest mail that was left in the mailbox, so that the panel can show it.

use sea_orm_migration::{prelude::*, schema::*};

const MAILBOXES: &str = "inbound_mailboxes";

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in [timestamp_with_time_zone_null("left_at"), text_null("left_reason")] {
            manager.alter_table(Table::alter().table(MAILBOXES).add_column(column).to_owned()).await?;
        }
        Ok(())
    }
}
