//! The contact that a message is about. The text of a message doesn't identify the contact, because senders control it.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::index;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = uuid_null("contact_id").take();
        manager.alter_table(Table::alter().table("outbox").add_column(column).to_owned()).await?;
        manager.create_index(index("outbox_contact_id", "outbox", &["contact_id"])).await?;
        let connection = manager.get_connection();
        for statement in [
            "UPDATE outbox SET contact_id = (SELECT id FROM contacts WHERE receipt_id = outbox.id)
             WHERE kind = 'contact_receipt'",
            // The latest contact before the notice: notices are queued with their contact or when it is released.
            "UPDATE outbox SET contact_id = (
                 SELECT id FROM contacts
                 WHERE email = outbox.reply_to AND created_at <= outbox.created_at
                     AND 'Novo contato: ' || name || ' – ' || company = outbox.subject
                 ORDER BY created_at DESC, id DESC LIMIT 1)
             WHERE kind = 'contact_notice'",
        ] {
            connection.execute_unprepared(statement).await?;
        }
        Ok(())
    }
}
