//! The count of promised replies that were sent in time. Saved texts that equal a former default name the promise as a fact, so
//! that they follow the settings.

use sea_orm_migration::{
    prelude::*,
    schema::*,
    sea_orm::{FromQueryResult, JsonValue},
};

use crate::shape::table;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const FORMER_TEXT: &str = "Nossa equipe entrará em contato em até 24 horas.";
const TEXT: &str = "Nossa equipe entrará em contato[ em até {promise}].";
/// Pages with the text, and its path in their documents.
const TEXTS: [(&str, &str); 2] = [("contact", "/form/sent_text"), ("contact_thanks", "/text")];

#[derive(FromQueryResult)]
struct Page {
    document: JsonValue,
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let promises = table("met_promises")
            .col(integer("id").primary_key())
            .col(big_integer("due"))
            .col(big_integer("met"))
            .col(timestamp_with_time_zone_null("counted_at"))
            .col(text_null("settings_hash"))
            .to_owned();
        manager.create_table(promises).await?;
        let connection = manager.get_connection();
        connection.execute_unprepared("INSERT INTO met_promises (id, due, met) VALUES (1, 0, 0)").await?;
        for (page, path) in TEXTS {
            name_promise(manager, page, path).await?;
        }
        Ok(())
    }
}

/// Replaces the former default text at `path` in the saved document of a page.
async fn name_promise(manager: &SchemaManager<'_>, page: &str, path: &str) -> Result<(), DbErr> {
    let connection = manager.get_connection();
    let query =
        Query::select().column("document").from("pages").and_where(Expr::col("name").eq(page)).to_owned();
    let statement = connection.get_database_backend().build(&query);
    let Some(Page { mut document }) = Page::find_by_statement(statement).one(connection).await? else {
        return Ok(());
    };
    let Some(text) = document.pointer_mut(path).filter(|text| **text == FORMER_TEXT) else { return Ok(()) };
    *text = TEXT.into();
    let update = Query::update()
        .table("pages")
        .value("document", document)
        .and_where(Expr::col("name").eq(page))
        .to_owned();
    manager.execute(update).await
}
