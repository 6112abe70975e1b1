//! The outbox: queued messages and their results.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, table};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(outbox()).await?;
        for index in [
            index("outbox_due", "outbox", &["state", "due_at"]),
            index("outbox_list", "outbox", &["created_at", "id"]),
            index("outbox_state", "outbox", &["state", "created_at", "id"]),
        ] {
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

fn outbox() -> TableCreateStatement {
    table("outbox")
        .col(uuid("id").primary_key())
        .col(text("kind"))
        .col(text("state"))
        .col(text("to_email"))
        .col(text_null("to_name"))
        .col(text_null("reply_to"))
        .col(text("subject"))
        .col(text_null("sealed_body"))
        .col(boolean("has_link"))
        .col(integer("attempts"))
        .col(text_null("last_error"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("due_at"))
        .col(timestamp_with_time_zone("expires_at"))
        .col(uuid_null("lease"))
        .col(timestamp_with_time_zone_null("locked_until"))
        .col(timestamp_with_time_zone_null("sent_at"))
        .to_owned()
}
