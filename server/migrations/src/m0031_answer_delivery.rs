//! Whether the mail server accepted a reply, and whether the messages about a contact were queued (`announced`): those about a
//! quarantined contact are queued when staff release it.

use sea_orm_migration::{prelude::*, schema::*};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (table, column) in [
            ("contacts", text_null("delivery").take()),
            ("contacts", boolean("announced").default(true).take()),
            ("contact_replies", text("state").default("sent").take()),
            ("contact_replies", timestamp_with_time_zone_null("accepted_at").take()),
        ] {
            manager.alter_table(Table::alter().table(table).add_column(column).to_owned()).await?;
        }
        let connection = manager.get_connection();
        for statement in [
            "UPDATE contacts SET announced = FALSE WHERE quarantined AND receipt_id IS NULL",
            "UPDATE contact_replies SET state = (SELECT state FROM outbox WHERE outbox.id = outbox_id)
             WHERE EXISTS (SELECT 1 FROM outbox WHERE outbox.id = outbox_id)",
            "UPDATE contact_replies SET accepted_at = created_at WHERE state = 'sent'",
            "UPDATE contacts SET delivery = (
                 SELECT state FROM contact_replies WHERE contact_id = contacts.id
                 ORDER BY created_at DESC, id DESC LIMIT 1)
             WHERE EXISTS (SELECT 1 FROM contact_replies WHERE contact_id = contacts.id)",
            "UPDATE contacts SET delivery = NULL WHERE delivery = 'sent'",
            "CREATE INDEX contacts_delivery ON contacts (delivery) WHERE delivery IS NOT NULL",
            "CREATE INDEX contact_replies_unsent ON contact_replies (state) WHERE state <> 'sent'",
        ] {
            connection.execute_unprepared(statement).await?;
        }
        Ok(())
    }
}
