//! Files that staff attach to replies and that visitors send with a request. The files of replies to privacy requests have a table of
//! their own.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, table};

const FILES: &str = "contact_attachments";
const PRIVACY_FILES: &str = "privacy_request_files";

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in [
            // The member of staff who has attached the file to a reply that isn't sent yet.
            uuid_null("uploaded_by").extra("REFERENCES users (id) ON DELETE SET NULL").take(),
            // The number of the file in its request.
            integer_null("slot"),
            // Why a file of a request is not stored.
            text_null("refusal"),
        ] {
            manager.alter_table(Table::alter().table(FILES).add_column(column).to_owned()).await?;
        }
        let slots = index("contact_attachments_slot", FILES, &["contact_id", "slot"]).unique().to_owned();
        manager.create_index(slots).await?;
        manager.create_index(index("contact_attachments_reply", FILES, &["reply_id"])).await?;
        manager.create_table(privacy_files()).await?;
        manager
            .create_index(index("privacy_request_files_of", PRIVACY_FILES, &["request_id", "reply_id"]))
            .await
    }
}

/// As in `contact_attachments`, a row exists before its file and is deleted after it.
fn privacy_files() -> TableCreateStatement {
    let mut of_request = ForeignKey::create();
    of_request
        .from(PRIVACY_FILES, "request_id")
        .to("privacy_requests", "id")
        .on_delete(ForeignKeyAction::SetNull);
    let mut of_staff = ForeignKey::create();
    of_staff.from(PRIVACY_FILES, "uploaded_by").to("users", "id").on_delete(ForeignKeyAction::SetNull);
    table(PRIVACY_FILES)
        .col(uuid("id").primary_key())
        .col(uuid_null("request_id"))
        .col(uuid_null("reply_id"))
        .col(uuid_null("uploaded_by"))
        .col(text("name"))
        .col(text("content_type"))
        .col(big_integer("bytes"))
        .col(text("path"))
        .col(timestamp_with_time_zone_null("pending_until"))
        .col(timestamp_with_time_zone("created_at"))
        .foreign_key(&mut of_request)
        .foreign_key(&mut of_staff)
        .to_owned()
}
