//! For which message of the person the link 'Já respondi' was used.

use sea_orm_migration::{prelude::*, schema::*};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let used_for = timestamp_with_time_zone_null("answer_link_used_for").take();
        manager.alter_table(Table::alter().table("contacts").add_column(used_for).to_owned()).await
    }
}
