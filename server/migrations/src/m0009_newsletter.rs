//! Newsletter subscriptions with confirmation and unsubscription. Each row is one period with the text that was agreed
//! to: subscribing again adds a row, so the proof of the earlier period stays.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, table};

const NAME: &str = "newsletter_subscriptions";
const DRAFT: &str = "newsletter_subscriptions_draft";

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    /// SQLite can't drop the uniqueness of a column, so the table is recreated.
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

/// Earlier subscribers agreed to no text. Addresses are lower case and have no accents to fold, so they are their own
/// search text.
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

/// An address can have one open period and any number of ended ones.
fn one_open_period() -> IndexCreateStatement {
    let mut open = index("newsletter_open", NAME, &["email"]);
    open.unique().and_where(Expr::col("status").ne("unsubscribed")).to_owned()
}
