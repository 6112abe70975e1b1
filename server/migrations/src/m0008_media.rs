//! The media library.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, table};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(media()).await?;
        manager.create_index(index("media_list", "media", &["created_at", "id"])).await
    }
}

/// `created_by` is no foreign key: an image outlives the account that uploaded it.
fn media() -> TableCreateStatement {
    table("media")
        .col(uuid("id").primary_key())
        .col(text("name"))
        .col(text("alt"))
        .col(text("folder"))
        .col(text("path").unique_key())
        .col(text("content_type"))
        .col(integer("width"))
        .col(integer("height"))
        .col(big_integer("bytes"))
        .col(json_binary("variants"))
        .col(text("search"))
        .col(integer("version"))
        .col(uuid("created_by"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .col(timestamp_with_time_zone_null("deleted_at"))
        .to_owned()
}
