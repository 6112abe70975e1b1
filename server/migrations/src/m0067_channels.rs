//! Channels of contacts: how a contact arrived, the codes of WhatsApp links with the numbers of pages and campaigns, imported
//! rows, and contacts that were merged into another.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, index_inbox, table};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let columns = [
            text("channel").default("form").take(),
            text_null("whatsapp_code").take(),
            text_null("import_key").take(),
            uuid_null("merged_into").take(),
        ];
        for column in columns {
            manager.alter_table(Table::alter().table("contacts").add_column(column).to_owned()).await?;
        }
        let connection = manager.get_connection();
        connection.execute_unprepared(FROM_MAIL).await?;
        index_inbox(manager, &LISTS).await?;
        let (name, column) = CODES;
        manager.create_index(index(name, "contacts", &[column])).await?;
        let (name, column) = KEY;
        manager.create_index(index(name, "contacts", &[column]).unique().to_owned()).await?;
        manager.create_index(index("contacts_by_merged_into", "contacts", &["merged_into"])).await?;
        manager.create_table(campaigns()).await?;
        manager.create_table(page_numbers()).await?;
        manager.create_table(merges()).await?;
        manager.create_index(index("contact_merges_by_contact", "contact_merges", &["contact_id"])).await
    }
}

/// Contacts that earlier releases created from mail: their message starts with the text that names the subject of the mail.
const FROM_MAIL: &str = "UPDATE contacts SET channel = 'email' WHERE phone = '' AND company = ''
    AND message LIKE 'Serviço de interesse: Não informado%Mensagem recebida por e-mail:%'";

/// Indexes of lists by channel and campaign.
const LISTS: [(&str, &str); 2] = [
    ("contacts_by_channel", "channel, quarantined, created_at, id"),
    ("contacts_by_campaign", "utm_campaign, quarantined, created_at, id"),
];

/// Visitors who open a link in the same minute get the same code.
const CODES: (&str, &str) = ("contacts_by_whatsapp_code", "whatsapp_code");
/// A key that only one contact can have.
const KEY: (&str, &str) = ("contacts_by_import_key", "import_key");

fn campaigns() -> TableCreateStatement {
    table("campaigns")
        .col(uuid("id").primary_key())
        .col(integer_uniq("number"))
        .col(text("name"))
        .col(text_uniq("utm_campaign"))
        .col(integer("version"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .to_owned()
}

fn page_numbers() -> TableCreateStatement {
    table("page_numbers").col(integer("number").primary_key()).col(text_uniq("path")).to_owned()
}

fn merges() -> TableCreateStatement {
    table("contact_merges")
        .col(uuid("id").primary_key())
        .col(uuid("contact_id"))
        .col(text("document"))
        .col(timestamp_with_time_zone("created_at"))
        .foreign_key(
            ForeignKey::create()
                .from("contact_merges", "contact_id")
                .to("contacts", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}
