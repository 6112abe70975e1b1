//! The searched text of posts is stored uncompressed in PostgreSQL, because each search would decompress it. The next migration
//! rewrites existing rows, at a time when the index does not exist.

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
