//! Addresses that imports of subscribers leave out after their subscriptions were deleted.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::table;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let suppressions = table("newsletter_suppressions")
            .col(text("address_hash").primary_key())
            .col(text("status"))
            .to_owned();
        manager.create_table(suppressions).await
    }
}
