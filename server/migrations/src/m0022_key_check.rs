//! A value derived from the secret key, so that the start detects another key.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::table;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let key_check = table("key_check").col(integer("id").primary_key()).col(text("value")).to_owned();
        manager.create_table(key_check).await
    }
}
