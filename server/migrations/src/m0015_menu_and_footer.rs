//! Editing of the menu and the footer: versions, a trash, optional submenus, and links that follow the record they lead
//! to.

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
        for table in ["menu_items", "footer_sections"] {
            for column in [
                integer("version").default(1).take(),
                timestamp_with_time_zone_null("updated_at").take(),
                timestamp_with_time_zone_null("deleted_at").take(),
            ] {
                add(manager, table, column).await?;
            }
        }
        add(manager, "menu_items", json_binary_null("target").take()).await?;
        add(manager, "menu_items", boolean("has_submenu").default(false).take()).await?;
        switch_on_submenus(manager).await
    }
}

async fn add(manager: &SchemaManager<'_>, table: &'static str, column: ColumnDef) -> Result<(), DbErr> {
    manager.alter_table(Table::alter().table(table).add_column(column).to_owned()).await
}

#[derive(FromQueryResult)]
struct Child {
    parent_id: Option<Uuid>,
}

/// Switches the submenu on for items that have children.
async fn switch_on_submenus(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let connection = manager.get_connection();
    let query = Query::select().column("parent_id").from("menu_items").to_owned();
    let rows = Child::find_by_statement(connection.get_database_backend().build(&query));
    for parent in rows.all(connection).await?.into_iter().filter_map(|row| row.parent_id) {
        let switched = Query::update()
            .table("menu_items")
            .value("has_submenu", true)
            .and_where(Expr::col("id").eq(parent))
            .to_owned();
        manager.execute(switched).await?;
    }
    Ok(())
}
