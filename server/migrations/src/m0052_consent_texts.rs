//! The consent text that the sender of a contact or the owner of an account has accepted. Texts are stored once, by hash.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::table;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let texts = table("consent_texts")
            .col(text("id").primary_key())
            .col(text("form"))
            .col(text("version"))
            .col(text("text"))
            .col(timestamp_with_time_zone("created_at"))
            .to_owned();
        manager.create_table(texts).await?;
        for name in ["contacts", "users"] {
            let column = text_null("consent_id").take();
            manager.alter_table(Table::alter().table(name).add_column(column).to_owned()).await?;
        }
        Ok(())
    }
}
