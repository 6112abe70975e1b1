//! A trash for redirects, whose paths are unique outside the trash, and a table of missing pages.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, table};

const REDIRECTS: &str = "redirects";
/// The name of the table while it is filled.
const DRAFT: &str = "redirects_draft";
const COLUMNS: [&str; 10] = [
    "id",
    "from_path",
    "to_url",
    "is_permanent",
    "hits",
    "last_hit_at",
    "search",
    "version",
    "created_at",
    "updated_at",
];

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    /// Creates the table again, because SQLite can't remove a unique constraint from a column.
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(redirects()).await?;
        manager.execute(copy()?).await?;
        manager.drop_table(Table::drop().table(REDIRECTS).to_owned()).await?;
        manager.rename_table(Table::rename().table(DRAFT, REDIRECTS).to_owned()).await?;
        manager.create_index(one_per_path()).await?;
        manager.create_index(index("redirects_list", REDIRECTS, &["created_at", "id"])).await?;
        manager.create_table(missing_pages()).await
    }
}

fn redirects() -> TableCreateStatement {
    table(DRAFT)
        .col(uuid("id").primary_key())
        .col(text("from_path"))
        .col(text("to_url"))
        .col(boolean("is_permanent"))
        .col(big_integer("hits"))
        .col(timestamp_with_time_zone_null("last_hit_at"))
        .col(text("search"))
        .col(integer("version"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .col(timestamp_with_time_zone_null("deleted_at"))
        .to_owned()
}

/// Copies all redirects.
fn copy() -> Result<InsertStatement, DbErr> {
    let rows = Query::select().columns(COLUMNS).from(REDIRECTS).to_owned();
    let mut insert = Query::insert().into_table(DRAFT).columns(COLUMNS).to_owned();
    insert.select_from(rows).map_err(|cause| DbErr::Migration(cause.to_string()))?;
    Ok(insert)
}

/// Returns the index that makes paths unique outside the trash.
fn one_per_path() -> IndexCreateStatement {
    let mut paths = index("redirects_from_path", REDIRECTS, &["from_path"]);
    paths.unique().and_where(Expr::col("deleted_at").is_null()).to_owned()
}

fn missing_pages() -> TableCreateStatement {
    table("missing_pages")
        .col(uuid("id").primary_key())
        .col(text("path").unique_key())
        .col(big_integer("hits"))
        .col(text_null("referrer"))
        .col(integer("version"))
        .col(timestamp_with_time_zone("last_seen_at"))
        .col(timestamp_with_time_zone_null("deleted_at"))
        .to_owned()
}
