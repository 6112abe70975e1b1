//! The mail servers that are configured in the panel.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::table;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let settings = table("mail_settings")
            .col(text("direction").primary_key())
            .col(json_binary_null("document"))
            .col(text_null("sealed_password"))
            .col(integer("version"))
            .col(timestamp_with_time_zone("updated_at"))
            .to_owned();
        manager.create_table(settings).await
    }
}
