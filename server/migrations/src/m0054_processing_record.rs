//! What the company adds to the record of processing operations (LGPD, article 37): notes and activities of its own.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::table;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let record = table("processing_record")
            .col(text("name").primary_key())
            .col(json_binary("document"))
            .col(integer("version"))
            .col(timestamp_with_time_zone("updated_at"))
            .to_owned();
        manager.create_table(record).await
    }
}
