//! The message that has a link of an account: it is deleted with the link while it waits to be sent.

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
