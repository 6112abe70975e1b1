//! Shared helpers of the migrations.

use sea_orm_migration::prelude::*;

pub(crate) fn table(name: &'static str) -> TableCreateStatement {
    Table::create().table(name).to_owned()
}

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
