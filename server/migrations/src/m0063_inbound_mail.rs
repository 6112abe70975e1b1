//! Mail that arrives in the company's mailbox, as part of contacts, with its attachments. A contact waits again after such mail.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, table};

const MESSAGES: &str = "contact_messages";
const ATTACHMENTS: &str = "contact_attachments";

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(mailboxes()).await?;
        let handled = table("inbound_mail")
            .col(text("message_hash").primary_key())
            .col(timestamp_with_time_zone("created_at"))
            .to_owned();
        manager.create_table(handled).await?;
        manager.create_table(messages()).await?;
        manager.create_index(index("contact_messages_of", MESSAGES, &["contact_id", "created_at"])).await?;
        manager.create_table(attachments()).await?;
        manager
            .create_index(index("contact_attachments_of", ATTACHMENTS, &["contact_id", "created_at"]))
            .await?;
        wait_again(manager).await
    }
}

fn mailboxes() -> TableCreateStatement {
    table("inbound_mailboxes")
        .col(text("id").primary_key())
        .col(big_integer_null("uid_validity"))
        .col(big_integer("last_uid"))
        .col(integer("failures"))
        .col(uuid_null("lease"))
        .col(timestamp_with_time_zone_null("locked_until"))
        .col(timestamp_with_time_zone_null("checked_at"))
        .col(text_null("last_error"))
        .to_owned()
}

fn messages() -> TableCreateStatement {
    let mut of_contact = ForeignKey::create();
    of_contact.from(MESSAGES, "contact_id").to("contacts", "id").on_delete(ForeignKeyAction::Cascade);
    table(MESSAGES)
        .col(uuid("id").primary_key())
        .col(uuid("contact_id"))
        .col(text("sender_name"))
        .col(text("sender_email"))
        .col(boolean("is_confirmed"))
        .col(boolean("is_automatic"))
        .col(text("subject"))
        .col(text("text"))
        .col(text("quotation"))
        .col(text("message_id"))
        .col(boolean("is_too_large"))
        .col(integer("omitted_attachments"))
        .col(timestamp_with_time_zone_null("written_at"))
        .col(timestamp_with_time_zone("created_at"))
        .foreign_key(&mut of_contact)
        .to_owned()
}

/// The row of a file is stored before the file, and deleted after it, so that no file is forgotten. It belongs to no contact before its
/// mail is filed and after its contact is deleted.
fn attachments() -> TableCreateStatement {
    let mut of_contact = ForeignKey::create();
    of_contact.from(ATTACHMENTS, "contact_id").to("contacts", "id").on_delete(ForeignKeyAction::SetNull);
    table(ATTACHMENTS)
        .col(uuid("id").primary_key())
        .col(uuid_null("contact_id"))
        // The message or the reply with the file; null for a file of the request.
        .col(uuid_null("message_id"))
        .col(uuid_null("reply_id"))
        .col(text("name"))
        .col(text("content_type"))
        .col(big_integer("bytes"))
        .col(text("path"))
        // Time until which its mail is being filed.
        .col(timestamp_with_time_zone_null("pending_until"))
        .col(timestamp_with_time_zone("created_at"))
        .foreign_key(&mut of_contact)
        .to_owned()
}

/// Adds the time of the person's latest message, and the first wait, which later ones don't change.
async fn wait_again(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    for column in [
        timestamp_with_time_zone_null("asked_at"),
        timestamp_with_time_zone_null("first_due_at"),
        timestamp_with_time_zone_null("first_answered_at"),
    ] {
        let add = Table::alter().table("contacts").add_column(column).to_owned();
        manager.alter_table(add).await?;
    }
    let fill =
        "UPDATE contacts SET asked_at = created_at, first_due_at = due_at, first_answered_at = answered_at";
    manager.get_connection().execute_unprepared(fill).await.map(drop)
}
