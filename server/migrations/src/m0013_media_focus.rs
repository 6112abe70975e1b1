//! The focal point of pictures, in percent from left and top.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::index;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for name in ["focus_x", "focus_y"] {
            let column = integer(name).default(50).to_owned();
            manager.alter_table(Table::alter().table("media").add_column(column).to_owned()).await?;
        }
        manager.create_index(index("media_trash", "media", &["deleted_at"])).await
    }
}
