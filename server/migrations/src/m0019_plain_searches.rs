//! What is searched of posts as it is, in PostgreSQL: to read it for a search, it would be unpacked each time.
//! What is there already is written anew by the next step, once the index is away.

use sea_orm_migration::{prelude::*, sea_orm::DatabaseBackend};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        if connection.get_database_backend() != DatabaseBackend::Sqlite {
            connection
                .execute_unprepared("ALTER TABLE posts ALTER COLUMN search SET STORAGE EXTERNAL")
                .await?;
        }
        Ok(())
    }
}
