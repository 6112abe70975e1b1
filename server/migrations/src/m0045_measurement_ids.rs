//! Removes ids of Tag Manager containers from the settings. A container can load any script, so its id is refused now, and
//! nothing was ever loaded for it. The id remains in the history of the record.

use sea_orm_migration::{
    prelude::*,
    sea_orm::{FromQueryResult, JsonValue},
};

const FIELD: &str = "google_analytics";

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[derive(FromQueryResult)]
struct Record {
    document: JsonValue,
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        let of_analytics = Expr::col("name").eq("analytics");
        let query =
            Query::select().column("document").from("settings").and_where(of_analytics.clone()).to_owned();
        let query = connection.get_database_backend().build(&query);
        let Some(Record { mut document }) = Record::find_by_statement(query).one(connection).await? else {
            return Ok(());
        };
        let is_container = |id: &JsonValue| id.as_str().is_some_and(|id| id.starts_with("GTM-"));
        if !document.get(FIELD).is_some_and(is_container) {
            return Ok(());
        }
        document[FIELD] = "".into();
        let update = Query::update()
            .table("settings")
            .value("document", document)
            .value("version", Expr::col("version").add(1))
            .and_where(of_analytics)
            .to_owned();
        manager.execute(update).await
    }
}
