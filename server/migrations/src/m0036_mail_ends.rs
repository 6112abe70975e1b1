//! The expiry of a message is null until its first attempt, unless the message expires with its link, or with the deadline that
//! a receipt promises.

use sea_orm_migration::{prelude::*, schema::*};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite can't make a column nullable, so another column replaces it.
        let connection = manager.get_connection();
        connection.execute_unprepared("ALTER TABLE outbox RENAME COLUMN expires_at TO former").await?;
        let column = timestamp_with_time_zone_null("expires_at").take();
        manager.alter_table(Table::alter().table("outbox").add_column(column).to_owned()).await?;
        for statement in [
            "UPDATE outbox SET expires_at = former
             WHERE state <> 'queued' OR attempts > 0
                 OR kind IN ('email_verification', 'invitation', 'newsletter_confirmation', 'password_reset')",
            "UPDATE outbox SET expires_at = (SELECT due_at FROM contacts WHERE contacts.id = outbox.contact_id)
             WHERE kind = 'contact_receipt' AND state = 'queued' AND EXISTS (
                 SELECT 1 FROM contacts
                 WHERE contacts.id = outbox.contact_id AND contacts.due_at > outbox.created_at)",
            "ALTER TABLE outbox DROP COLUMN former",
        ] {
            connection.execute_unprepared(statement).await?;
        }
        Ok(())
    }
}
