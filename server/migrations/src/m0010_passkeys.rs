//! Passkeys, and challenges that wait for an answer.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, of_user, table};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [passkeys(), passkey_challenges()] {
            manager.create_table(table).await?;
        }
        for index in [
            index("passkeys_user", "passkeys", &["user_id", "created_at"]),
            index("passkey_challenges_age", "passkey_challenges", &["expires_at"]),
        ] {
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

fn passkeys() -> TableCreateStatement {
    table("passkeys")
        .col(uuid("id").primary_key())
        .col(uuid("user_id"))
        .col(text("credential_id").unique_key())
        .col(text("credential"))
        .col(text("name"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone_null("last_used_at"))
        .foreign_key(&mut of_user("passkeys"))
        .to_owned()
}

fn passkey_challenges() -> TableCreateStatement {
    table("passkey_challenges")
        .col(text("token_hash").primary_key())
        .col(text("purpose"))
        .col(uuid_null("user_id"))
        .col(uuid_null("session_id"))
        .col(text("state"))
        .col(timestamp_with_time_zone("expires_at"))
        .foreign_key(&mut of_user("passkey_challenges"))
        .to_owned()
}
