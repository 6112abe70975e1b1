//! Sums of the figures of visits in each whole month, so that long periods are read quickly.

use sea_orm_migration::{prelude::*, sea_orm::DatabaseBackend};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // On SQLite, the rows are stored in the index of the key, which halves the size.
        let (date, ending, month, month_end) = match manager.get_database_backend() {
            DatabaseBackend::Sqlite => (
                "date_text",
                "WITHOUT ROWID",
                "date(day, 'start of month')",
                "date(day, 'start of month', '+1 month', '-1 day')",
            ),
            _ => (
                "date",
                "",
                "date_trunc('month', day)::date",
                "(date_trunc('month', day) + interval '1 month - 1 day')::date",
            ),
        };
        let connection = manager.get_connection();
        for statement in [
            format!(
                "CREATE TABLE visit_month_figures (dimension text NOT NULL, month {date} NOT NULL, value text NOT NULL,
                 views bigint NOT NULL, visitors bigint NOT NULL,
                 PRIMARY KEY (dimension, month, value)) {ending}"
            ),
            format!(
                "INSERT INTO visit_month_figures
                 SELECT dimension, {month}, value, SUM(views), SUM(visitors) FROM visit_figures
                 WHERE {month_end} <= (SELECT MAX(day) FROM visit_days)
                 GROUP BY dimension, {month}, value"
            ),
        ] {
            connection.execute_unprepared(&statement).await?;
        }
        Ok(())
    }
}
