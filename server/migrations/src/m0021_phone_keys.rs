//! Removes the zero that is dialed before an area code from phone keys. No area code starts with zero. Numbers such as 0800
//! keep their zero.

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
