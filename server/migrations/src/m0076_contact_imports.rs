//! The import from which a contact is, so that an import can be undone.

use sea_orm_migration::{prelude::*, schema::*};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let import_id = uuid_null("import_id").take();
        manager.alter_table(Table::alter().table("contacts").add_column(import_id).to_owned()).await?;
        manager.get_connection().execute_unprepared(INDEX).await?;
        Ok(())
    }
}

const INDEX: &str =
    "CREATE INDEX contacts_by_import ON contacts (import_id, updated_at) WHERE import_id IS NOT NULL";
