//! Shared helpers of the migrations.

use sea_orm_migration::{prelude::*, sea_orm::DatabaseBackend};

/// Starts a table without columns.
pub(crate) fn table(name: &'static str) -> TableCreateStatement {
    Table::create().table(name).to_owned()
}

/// Returns an index on `columns`, in this order.
pub(crate) fn index(
    name: &'static str,
    table: &'static str,
    columns: &[&'static str],
) -> IndexCreateStatement {
    let mut index = Index::create().name(name).table(table).to_owned();
    for column in columns {
        index.col(*column);
    }
    index
}

/// Returns a foreign key that deletes the rows of a user with the user.
pub(crate) fn of_user(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .from(table, "user_id")
        .to("users", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned()
}

/// Creates indexes of contacts outside the trash. `columns` start with those that are compared; SQLite has `deleted_at` before
/// `quarantined`.
pub(crate) async fn index_inbox(manager: &SchemaManager<'_>, indexes: &[(&str, &str)]) -> Result<(), DbErr> {
    let connection = manager.get_connection();
    let is_sqlite = connection.get_database_backend() == DatabaseBackend::Sqlite;
    for (name, columns) in indexes {
        // PostgreSQL doesn't treat null as one value, so its indexes contain only rows outside the trash.
        let index = if is_sqlite {
            format!("CREATE INDEX {name} ON contacts ({columns})")
                .replace("quarantined", "deleted_at, quarantined")
        } else {
            format!("CREATE INDEX {name} ON contacts ({columns}) WHERE deleted_at IS NULL")
        };
        connection.execute_unprepared(&index).await?;
    }
    Ok(())
}
