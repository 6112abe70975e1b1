//! Services, and the names of the default content that was inserted (`seeds`).

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::table;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(seeds()).await?;
        manager.create_table(services()).await
    }
}

/// Names of default content that was inserted, so that deleted content is not inserted again.
fn seeds() -> TableCreateStatement {
    table("seeds").col(text("name").primary_key()).col(timestamp_with_time_zone("created_at")).to_owned()
}

fn services() -> TableCreateStatement {
    table("services")
        .col(uuid("id").primary_key())
        .col(text("page"))
        .col(text("category"))
        .col(text("title"))
        .col(text("description"))
        // An array of texts.
        .col(json_binary("features"))
        .col(text("icon"))
        .col(boolean("is_active"))
        .col(boolean("is_featured"))
        .col(integer("position"))
        .col(integer("version"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .to_owned()
}
