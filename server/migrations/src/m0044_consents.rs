//! The ledger of visitors' choices about trackers, and the texts that they saw. Nothing in it identifies a visitor.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, table};

const CONSENTS: &str = "consents";

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(consents()).await?;
        manager.create_index(index("consents_list", CONSENTS, &["created_at", "id"])).await?;
        manager.create_index(index("consents_versions", CONSENTS, &["version"])).await?;
        manager.create_table(texts()).await
    }
}

fn consents() -> TableCreateStatement {
    table(CONSENTS)
        .col(uuid("id").primary_key())
        .col(text("version"))
        .col(text("trackers"))
        .col(text("categories"))
        .col(text("outcome"))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}

fn texts() -> TableCreateStatement {
    table("consent_notices")
        .col(text("version").primary_key())
        .col(json_binary("document"))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}
