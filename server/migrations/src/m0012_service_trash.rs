//! A trash for services, and one order of all services instead of one for the home page and one for the menu.

use sea_orm_migration::{
    prelude::*,
    schema::*,
    sea_orm::{FromQueryResult, prelude::Uuid},
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let deleted_at = timestamp_with_time_zone_null("deleted_at").take();
        manager.alter_table(Table::alter().table("services").add_column(deleted_at).to_owned()).await?;
        number(manager).await
    }
}

/// The pages of services in the order of the menu, when this migration was written.
const PAGES: [&str; 6] = ["support", "security", "cloud", "development", "erp", "database"];

#[derive(FromQueryResult)]
struct Row {
    id: Uuid,
    page: String,
}

/// Numbers the services page by page, so that their order on each page remains.
async fn number(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let connection = manager.get_connection();
    let query = Query::select()
        .columns(["id", "page"])
        .from("services")
        .order_by("position", Order::Asc)
        .order_by("created_at", Order::Asc)
        .order_by("id", Order::Asc)
        .to_owned();
    let rows = Row::find_by_statement(connection.get_database_backend().build(&query));
    let mut rows = rows.all(connection).await?;
    rows.sort_by_key(|row| PAGES.iter().position(|page| *page == row.page));
    for (position, row) in (1_i32..).zip(rows) {
        let change = Query::update()
            .table("services")
            .value("position", position)
            .and_where(Expr::col("id").eq(row.id))
            .to_owned();
        manager.execute(change).await?;
    }
    Ok(())
}
