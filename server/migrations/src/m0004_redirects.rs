//! Redirects of addresses that no longer exist.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, table};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(redirects()).await?;
        manager.create_index(index("redirects_list", "redirects", &["created_at", "id"])).await
    }
}

fn redirects() -> TableCreateStatement {
    table("redirects")
        .col(uuid("id").primary_key())
        .col(text("from_path").unique_key())
        .col(text("to_url"))
        .col(boolean("is_permanent"))
        .col(big_integer("hits"))
        .col(timestamp_with_time_zone_null("last_hit_at"))
        .col(text("search"))
        .col(integer("version"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .to_owned()
}
