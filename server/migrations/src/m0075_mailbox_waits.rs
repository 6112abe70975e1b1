//! How long a mailbox that can't be opened isn't opened, and from which time it is read after its mail was renumbered.

use sea_orm_migration::{prelude::*, schema::*};

const MAILBOXES: &str = "inbound_mailboxes";

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let counter = |name: &str| integer(Alias::new(name)).default(0).to_owned();
        for column in [
            counter("refused_sign_ins"),
            counter("failed_connections"),
            timestamp_with_time_zone_null("retry_at"),
            timestamp_with_time_zone_null("read_since"),
        ] {
            manager.alter_table(Table::alter().table(MAILBOXES).add_column(column).to_owned()).await?;
        }
        Ok(())
    }
}
