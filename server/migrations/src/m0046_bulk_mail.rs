//! Mail in bulk: content that many messages share, and what the server's last refusal means for the recipient.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, table};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // One statement for each column, because SQLite adds no more at once.
        for column in [uuid_null("content_id"), text_null("refusal")] {
            manager.alter_table(Table::alter().table("outbox").add_column(column).to_owned()).await?;
        }
        manager.create_table(contents()).await?;
        manager.create_index(messages_of_a_content()).await
    }
}

fn contents() -> TableCreateStatement {
    table("outbox_contents")
        .col(uuid("id").primary_key())
        .col(text("html"))
        .col(text("text"))
        .col(text("list_id"))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}

fn messages_of_a_content() -> IndexCreateStatement {
    let mut messages = index("outbox_content", "outbox", &["content_id", "state", "attempts"]);
    messages.and_where(Expr::col("content_id").is_not_null()).to_owned()
}
