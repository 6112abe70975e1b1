//! Shared helpers of the migrations.

use sea_orm_migration::prelude::*;

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
