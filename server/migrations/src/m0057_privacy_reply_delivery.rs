//! The state of a privacy reply's message, which remains after the outbox has deleted the message.

use sea_orm_migration::{prelude::*, schema::*};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // The messages that are missing now are usually old, and were sent.
        let state = text("state").default("sent").take();
        let table = "privacy_request_replies";
        manager.alter_table(Table::alter().table(table).add_column(state).to_owned()).await?;
        let connection = manager.get_connection();
        for statement in [
            "UPDATE privacy_request_replies SET state = (SELECT state FROM outbox WHERE outbox.id = outbox_id)
             WHERE EXISTS (SELECT 1 FROM outbox WHERE outbox.id = outbox_id)",
            "CREATE INDEX privacy_request_replies_unsent ON privacy_request_replies (state) WHERE state <> 'sent'",
        ] {
            connection.execute_unprepared(statement).await?;
        }
        Ok(())
    }
}
