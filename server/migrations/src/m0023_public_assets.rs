//! Built files of all versions that run on this database: a page of one version may be loaded from a process of another.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::table;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let assets = table("public_assets")
            .col(text("name").primary_key())
            .col(boolean("is_brotli"))
            .col(blob("bytes"))
            .col(timestamp_with_time_zone("seen_at"))
            .to_owned();
        manager.create_table(assets).await
    }
}
