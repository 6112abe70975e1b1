//! Whether a user registered, and whether an invitation waits for an answer.

use sea_orm_migration::{prelude::*, schema::boolean};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in ["self_registered", "invitation_pending"] {
            let column = boolean(column).default(false).take();
            let table = Table::alter().table("users").add_column(column).to_owned();
            manager.alter_table(table).await?;
        }
        // The origin of existing users is not known. Visitors with an unverified email address count as self-registered; an
        // administrator can still confirm their address.
        let connection = manager.get_connection();
        connection
            .execute_unprepared(
                "UPDATE users SET self_registered = TRUE WHERE role = 'user' AND email_verified = FALSE",
            )
            .await?;
        connection
            .execute_unprepared(
                "UPDATE users SET invitation_pending = TRUE WHERE last_login_at IS NULL
                 AND id IN (SELECT user_id FROM account_links WHERE purpose = 'invitation')",
            )
            .await
            .map(drop)
    }
}
