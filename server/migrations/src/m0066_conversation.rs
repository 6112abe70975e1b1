//! The conversation with a contact: templates of replies, copies, signatures, and who is writing.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{of_user, table};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(templates()).await?;
        manager.create_table(writing()).await?;
        for (name, column) in [
            ("contact_replies", text("cc").default("").take()),
            ("user_preferences", text("signature").default("").take()),
        ] {
            manager.alter_table(Table::alter().table(name).add_column(column).to_owned()).await?;
        }
        Ok(())
    }
}

fn templates() -> TableCreateStatement {
    table("reply_templates")
        .col(uuid("id").primary_key())
        .col(text("name"))
        .col(text("text"))
        .col(text("search"))
        .col(integer("version"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .col(timestamp_with_time_zone_null("deleted_at"))
        .to_owned()
}

/// Staff who are writing to a contact.
fn writing() -> TableCreateStatement {
    const NAME: &str = "contact_writing";
    let mut of_contact = ForeignKey::create();
    of_contact.from(NAME, "contact_id").to("contacts", "id").on_delete(ForeignKeyAction::Cascade);
    table(NAME)
        .col(uuid("contact_id"))
        .col(uuid("user_id"))
        .col(timestamp_with_time_zone("reported_at"))
        .primary_key(Index::create().col("contact_id").col("user_id"))
        .foreign_key(&mut of_contact)
        .foreign_key(&mut of_user(NAME))
        .to_owned()
}
