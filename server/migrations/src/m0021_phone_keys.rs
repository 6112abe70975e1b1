//! The zero that is dialled before an area code is no part of what tells people apart. No area code has a zero in it:
//! 0800 and its like keep theirs.

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
