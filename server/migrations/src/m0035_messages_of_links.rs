//! The message that contains an account link: an unsent message is deleted with its link.

use sea_orm_migration::{prelude::*, schema::*};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = uuid_null("message_id").take();
        manager.alter_table(Table::alter().table("account_links").add_column(column).to_owned()).await
    }
}
