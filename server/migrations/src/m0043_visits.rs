//! Own measurement of visits: events of the last weeks, counts of the days that are over, and the salts of visitors' hashes.

use sea_orm_migration::{prelude::*, schema::*, sea_orm::DatabaseBackend};

use crate::shape::{index, table};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let events = table("visit_events")
            .col(big_pk_auto("id"))
            // Unix time in seconds: events are many, and it is the smallest form.
            .col(big_integer("at"))
            .col(text("kind"))
            .col(text("page"))
            .col(text_null("referrer"))
            .col(text_null("campaign"))
            .col(text("device"))
            .col(big_integer("visitor"))
            .col(integer_null("lcp"))
            .col(integer_null("inp"))
            .col(integer_null("cls"))
            .to_owned();
        manager.create_table(events).await?;
        manager.create_index(index("visit_events_at", "visit_events", &["at"])).await?;
        let days = table("visit_days")
            .col(date("day").primary_key())
            .col(big_integer("views"))
            .col(big_integer("visitors"))
            .col(big_integer("missing"))
            .col(big_integer("whatsapp"))
            .col(big_integer("phone"))
            .to_owned();
        manager.create_table(days).await?;
        let salts = table("visit_salts").col(date("day").primary_key()).col(blob("salt")).to_owned();
        manager.create_table(salts).await?;
        let connection = manager.get_connection();
        // On SQLite, the rows are stored in the index of the key, which halves the size.
        let (day, ending) = match manager.get_database_backend() {
            DatabaseBackend::Sqlite => ("date_text", "WITHOUT ROWID"),
            _ => ("date", ""),
        };
        for statement in [
            &*format!(
                "CREATE TABLE visit_figures (dimension text NOT NULL, day {day} NOT NULL, value text NOT NULL,
                 views bigint NOT NULL, visitors bigint NOT NULL,
                 PRIMARY KEY (dimension, day, value)) {ending}"
            ),
            // All columns of the count of contacts by source, so that it doesn't read the contacts.
            "CREATE INDEX contacts_source ON contacts (created_at, deleted_at, quarantined, source_page, source_referrer,
             utm_source, utm_medium, utm_campaign) WHERE source_page IS NOT NULL",
        ] {
            connection.execute_unprepared(statement).await?;
        }
        Ok(())
    }
}
