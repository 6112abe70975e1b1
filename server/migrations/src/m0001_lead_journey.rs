//! Users, contacts, settings and the content of the public pages.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, of_user, table};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [
            content_revision(),
            users(),
            sessions(),
            setup_tokens(),
            contacts(),
            idempotency_keys(),
            pages(),
            settings(),
            menu_items(),
            footer_sections(),
        ] {
            manager.create_table(table).await?;
        }
        for index in [
            index("sessions_user", "sessions", &["user_id"]),
            index("contacts_list", "contacts", &["deleted_at", "quarantined", "created_at", "id"]),
            index(
                "contacts_status",
                "contacts",
                &["status", "deleted_at", "quarantined", "created_at", "id"],
            ),
            index("idempotency_keys_age", "idempotency_keys", &["created_at"]),
        ] {
            manager.create_index(index).await?;
        }
        let first = Query::insert()
            .into_table("content_revision")
            .columns(["id", "revision"])
            .values_panic([1.into(), 1.into()])
            .to_owned();
        manager.execute(first).await
    }
}

/// One row: a number that rises with each change of the site's content.
fn content_revision() -> TableCreateStatement {
    table("content_revision").col(integer("id").primary_key()).col(big_integer("revision")).to_owned()
}

fn users() -> TableCreateStatement {
    table("users")
        .col(uuid("id").primary_key())
        .col(text("email").unique_key())
        .col(text("full_name"))
        .col(text("role"))
        .col(text("password_hash"))
        .col(boolean("email_verified"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .to_owned()
}

fn sessions() -> TableCreateStatement {
    table("sessions")
        .col(uuid("id").primary_key())
        .col(uuid("user_id"))
        .col(text("token_hash").unique_key())
        .col(text_null("cookie_hash"))
        .col(text("user_agent"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("last_seen_at"))
        .col(timestamp_with_time_zone("expires_at"))
        .foreign_key(&mut of_user("sessions"))
        .to_owned()
}

/// Single-use links of the first start.
fn setup_tokens() -> TableCreateStatement {
    table("setup_tokens")
        .col(text("token_hash").primary_key())
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}

fn contacts() -> TableCreateStatement {
    table("contacts")
        .col(uuid("id").primary_key())
        .col(text("name"))
        .col(text("email"))
        .col(text("phone"))
        .col(text("company"))
        .col(text("message"))
        .col(text("status"))
        .col(boolean("quarantined"))
        .col(uuid_null("user_id"))
        .col(text("search"))
        .col(integer("version"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .col(timestamp_with_time_zone_null("deleted_at"))
        .foreign_key(
            ForeignKey::create()
                .from("contacts", "user_id")
                .to("users", "id")
                .on_delete(ForeignKeyAction::SetNull),
        )
        .to_owned()
}

/// Keys of requests that created a contact, so that a repeated request creates no second one.
fn idempotency_keys() -> TableCreateStatement {
    table("idempotency_keys")
        .col(text("key").primary_key())
        .col(text("request_hash"))
        .col(uuid("contact_id"))
        .col(timestamp_with_time_zone("created_at"))
        .foreign_key(
            ForeignKey::create()
                .from("idempotency_keys", "contact_id")
                .to("contacts", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}

/// Contents of the public pages that staff have changed.
fn pages() -> TableCreateStatement {
    document_table("pages")
}

/// Records of settings that staff have changed.
fn settings() -> TableCreateStatement {
    document_table("settings")
}

fn document_table(name: &'static str) -> TableCreateStatement {
    table(name)
        .col(text("name").primary_key())
        .col(json_binary("document"))
        .col(integer("version"))
        .col(timestamp_with_time_zone("updated_at"))
        .to_owned()
}

fn menu_items() -> TableCreateStatement {
    table("menu_items")
        .col(uuid("id").primary_key())
        .col(uuid_null("parent_id"))
        .col(text("label"))
        .col(text("url"))
        .col(text_null("icon"))
        .col(integer("position"))
        .col(boolean("is_active"))
        .foreign_key(
            ForeignKey::create()
                .from("menu_items", "parent_id")
                .to("menu_items", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}

fn footer_sections() -> TableCreateStatement {
    table("footer_sections")
        .col(uuid("id").primary_key())
        .col(text("title"))
        .col(text("type"))
        .col(json_binary("content"))
        .col(integer("position"))
        .col(boolean("is_active"))
        .to_owned()
}
