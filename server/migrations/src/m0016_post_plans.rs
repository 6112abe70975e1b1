//! Scheduling of posts, texts for search engines, a trash and preview links. Versions have a mark for automatic saves.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, table};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for name in ["publish_at", "unpublish_at", "deleted_at"] {
            add(manager, "posts", timestamp_with_time_zone_null(name)).await?;
        }
        for name in ["seo_title", "seo_description"] {
            add(manager, "posts", text(name).default("").to_owned()).await?;
        }
        add(manager, "record_versions", boolean("is_autosaved").default(false).to_owned()).await?;
        manager.create_table(post_previews()).await?;
        for index in [
            index("posts_publish_at", "posts", &["publish_at"]),
            index("posts_unpublish_at", "posts", &["unpublish_at"]),
            index("posts_trash", "posts", &["deleted_at", "id"]),
            index("posts_updated", "posts", &["updated_at", "id"]),
        ] {
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

async fn add(manager: &SchemaManager<'_>, table: &'static str, mut column: ColumnDef) -> Result<(), DbErr> {
    manager.alter_table(Table::alter().table(table).add_column(column.take()).to_owned()).await
}

/// Preview links of posts, with the hashes of their secrets.
fn post_previews() -> TableCreateStatement {
    table("post_previews")
        .col(uuid("post_id").primary_key())
        .col(text("token_hash").unique_key())
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("expires_at"))
        .foreign_key(
            ForeignKey::create()
                .from("post_previews", "post_id")
                .to("posts", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}
