//! Phone keys ignore the zero dialled before an area code. No area code starts with zero; 0800 and similar numbers keep
//! theirs.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .get_connection()
            .execute_unprepared(
                "UPDATE contacts SET phone_key = substr(phone_key, 2) WHERE phone_key LIKE '0__%'
                 AND substr(phone_key, 2, 1) <> '0' AND substr(phone_key, 3, 1) <> '0'",
            )
            .await
            .map(drop)
    }
}
