//! The source of a contact: how the sender's visit began.

use sea_orm_migration::{prelude::*, schema::text_null};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in ["source_page", "source_referrer", "utm_source", "utm_medium", "utm_campaign"] {
            let table = Table::alter().table("contacts").add_column(text_null(column).take()).to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }
}
