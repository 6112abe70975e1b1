//! Requests of people about their personal data (LGPD, article 18), and the answers to them.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, table};

const REQUESTS: &str = "privacy_requests";
const REPLIES: &str = "privacy_request_replies";

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(requests()).await?;
        manager
            .create_index(index("privacy_requests_list", REQUESTS, &["state", "created_at", "id"]))
            .await?;
        manager.create_index(index("privacy_requests_email", REQUESTS, &["email"])).await?;
        manager.create_table(replies()).await?;
        manager
            .create_index(index("privacy_request_replies_of", REPLIES, &["request_id", "created_at"]))
            .await?;
        let row = "INSERT INTO digests (name) VALUES ('privacy_requests')";
        manager.get_connection().execute_unprepared(row).await.map(drop)
    }
}

fn requests() -> TableCreateStatement {
    table(REQUESTS)
        .col(uuid("id").primary_key())
        .col(text("protocol").unique_key())
        .col(text("kind"))
        .col(text("name"))
        .col(text("email"))
        .col(text("message"))
        .col(text("state"))
        .col(text("reason"))
        .col(text("note"))
        .col(text_null("token_hash").unique_key())
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone_null("confirmed_at"))
        .col(timestamp_with_time_zone_null("closed_at"))
        .col(text("search"))
        .col(integer("version"))
        .col(timestamp_with_time_zone("updated_at"))
        .to_owned()
}

fn replies() -> TableCreateStatement {
    let mut of_request = ForeignKey::create();
    of_request.from(REPLIES, "request_id").to(REQUESTS, "id").on_delete(ForeignKeyAction::Cascade);
    let mut by_author = ForeignKey::create();
    by_author.from(REPLIES, "author_id").to("users", "id").on_delete(ForeignKeyAction::SetNull);
    table(REPLIES)
        .col(uuid("id").primary_key())
        .col(uuid("request_id"))
        .col(uuid_null("author_id"))
        .col(uuid("outbox_id"))
        .col(text_null("request_key").unique_key())
        .col(text("text"))
        .col(timestamp_with_time_zone("created_at"))
        .foreign_key(&mut of_request)
        .foreign_key(&mut by_author)
        .to_owned()
}
