//! Subscriptions to the newsletter that their owners confirm and end. Each row is one period, from being asked for to
//! being ended, with what was agreed to: an address that comes back gets another row, and what proves the earlier
//! period stays as it is.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, table};

const NAME: &str = "newsletter_subscriptions";
const DRAFT: &str = "newsletter_subscriptions_draft";

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    /// SQLite can't take the uniqueness from a column: the table is made anew.
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(subscriptions()).await?;
        manager.execute(copied()?).await?;
        manager.drop_table(Table::drop().table(NAME).to_owned()).await?;
        manager.rename_table(Table::rename().table(DRAFT, NAME).to_owned()).await?;
        manager.create_index(one_open_period()).await?;
        manager.create_index(index("newsletter_list", NAME, &["created_at", "id"])).await?;
        manager.create_index(index("newsletter_status", NAME, &["status", "created_at", "id"])).await
    }
}

fn subscriptions() -> TableCreateStatement {
    table(DRAFT)
        .col(uuid("id").primary_key())
        .col(text("email"))
        .col(text("status"))
        .col(text("consent_version"))
        .col(text("consent_text"))
        .col(timestamp_with_time_zone("consented_at"))
        .col(text_null("token_hash").unique_key())
        .col(timestamp_with_time_zone_null("token_created_at"))
        .col(timestamp_with_time_zone_null("confirmed_at"))
        .col(timestamp_with_time_zone_null("unsubscribed_at"))
        .col(text("search"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .to_owned()
}

/// Whoever asked before there was a text to agree to has agreed to none. Addresses are kept in lower case and hold no
/// accents worth folding, so they are their own search text.
fn copied() -> Result<InsertStatement, DbErr> {
    let mut from = Query::select();
    from.columns(["id", "email", "status"]);
    from.expr(Expr::val("")).expr(Expr::val(""));
    from.columns(["created_at", "email", "created_at", "created_at"]).from(NAME);
    let mut insert = Query::insert();
    insert.into_table(DRAFT).columns([
        "id",
        "email",
        "status",
        "consent_version",
        "consent_text",
        "consented_at",
        "search",
        "created_at",
        "updated_at",
    ]);
    insert.select_from(from).map_err(|cause| DbErr::Migration(cause.to_string()))?;
    Ok(insert)
}

/// Of an address any number of periods may have ended, and one may be open.
fn one_open_period() -> IndexCreateStatement {
    let mut open = index("newsletter_open", NAME, &["email"]);
    open.unique().and_where(Expr::col("status").ne("unsubscribed")).to_owned()
}
