//! Notifications about contacts: rules that assign new contacts, events that wait for their notices, preferences, daily digests, and
//! web push.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, of_user, table};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [assignment(), assignment_people(), events(), preferences(), digest_entries()] {
            manager.create_table(table).await?;
        }
        for table in [push_keys(), push_subscriptions(), push_messages()] {
            manager.create_table(table).await?;
        }
        for (name, table, column) in [
            ("contact_events_by_contact", "contact_events", "contact_id"),
            ("contact_digest_entries_by_contact", "contact_digest_entries", "contact_id"),
            ("push_subscriptions_by_user", "push_subscriptions", "user_id"),
            ("push_messages_by_contact", "push_messages", "contact_id"),
            ("push_messages_by_subscription", "push_messages", "subscription_id"),
            ("push_messages_by_next_attempt", "push_messages", "next_attempt_at"),
        ] {
            manager.create_index(index(name, table, &[column])).await?;
        }
        let noticed = timestamp_with_time_zone_null("promise_noticed_for").take();
        manager.alter_table(Table::alter().table("contacts").add_column(noticed).to_owned()).await?;
        let connection = manager.get_connection();
        connection
            .execute_unprepared(
                "INSERT INTO contact_assignment (id, mode, answerer, version) VALUES (1, 'none', TRUE, 1)",
            )
            .await?;
        connection.execute_unprepared("INSERT INTO digests (name) VALUES ('contact_digest')").await?;
        Ok(())
    }
}

fn of_contact(table: &'static str) -> ForeignKeyCreateStatement {
    let mut key = ForeignKey::create();
    key.from(table, "contact_id").to("contacts", "id").on_delete(ForeignKeyAction::Cascade).to_owned()
}

/// The only row says how new contacts are assigned.
fn assignment() -> TableCreateStatement {
    table("contact_assignment")
        .col(integer("id").primary_key())
        .col(text("mode"))
        .col(boolean("answerer"))
        .col(uuid_null("last_user_id"))
        .col(integer("version"))
        .to_owned()
}

/// People of the rules: those who take turns, with an empty service, and one for each service. No foreign key, so that the panel can
/// say that an account was deleted.
fn assignment_people() -> TableCreateStatement {
    table("contact_assignment_people")
        .col(text("service"))
        .col(uuid("user_id"))
        .col(integer("position"))
        .primary_key(Index::create().col("service").col("user_id"))
        .to_owned()
}

/// Events of contacts whose notices are not queued yet.
fn events() -> TableCreateStatement {
    const NAME: &str = "contact_events";
    table(NAME)
        .col(uuid("id").primary_key())
        .col(uuid("contact_id"))
        .col(text("event"))
        .col(uuid_null("user_id"))
        .col(uuid_null("author_id"))
        .col(timestamp_with_time_zone("created_at"))
        .foreign_key(&mut of_contact(NAME))
        .to_owned()
}

fn preferences() -> TableCreateStatement {
    const NAME: &str = "notification_preferences";
    table(NAME)
        .col(uuid("user_id").primary_key())
        .col(json_binary("document"))
        .col(integer("version"))
        .foreign_key(&mut of_user(NAME))
        .to_owned()
}

/// What the next daily digest of a person reports.
fn digest_entries() -> TableCreateStatement {
    const NAME: &str = "contact_digest_entries";
    table(NAME)
        .col(uuid("user_id"))
        .col(uuid("contact_id"))
        .col(text("event"))
        .col(timestamp_with_time_zone("created_at"))
        .primary_key(Index::create().col("user_id").col("contact_id").col("event"))
        .foreign_key(&mut of_user(NAME))
        .foreign_key(&mut of_contact(NAME))
        .to_owned()
}

/// The key pair that signs web push messages.
fn push_keys() -> TableCreateStatement {
    table("push_keys")
        .col(integer("id").primary_key())
        .col(text("public_key"))
        .col(text("sealed_key"))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}

fn push_subscriptions() -> TableCreateStatement {
    const NAME: &str = "push_subscriptions";
    table(NAME)
        .col(uuid("id").primary_key())
        .col(uuid("user_id"))
        .col(uuid("session_id"))
        .col(text("endpoint"))
        .col(text_uniq("endpoint_hash"))
        .col(text("public_key"))
        .col(text("sealed_secret"))
        .col(text("user_agent"))
        .col(timestamp_with_time_zone("created_at"))
        .foreign_key(&mut of_user(NAME))
        .to_owned()
}

fn push_messages() -> TableCreateStatement {
    const NAME: &str = "push_messages";
    let mut of_subscription = ForeignKey::create();
    of_subscription.from(NAME, "subscription_id").to("push_subscriptions", "id");
    table(NAME)
        .col(uuid("id").primary_key())
        .col(uuid("subscription_id"))
        .col(uuid_null("contact_id"))
        .col(text("sealed_payload"))
        .col(integer("attempts"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("next_attempt_at"))
        .col(timestamp_with_time_zone("expires_at"))
        .foreign_key(of_subscription.on_delete(ForeignKeyAction::Cascade))
        .foreign_key(&mut of_contact(NAME))
        .to_owned()
}
