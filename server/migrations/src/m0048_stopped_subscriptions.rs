//! Subscriptions that failures of delivery pause or refuse, with the reason. An address with such a subscription can subscribe
//! again, so only pending and confirmed subscriptions are unique. Also how a subscription came into the list.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::index;

const NAME: &str = "newsletter_subscriptions";

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    /// SQLite adds one column per statement.
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in [
            text_null("stop_reason"),
            text_null("stop_detail"),
            text_null("stopped_by"),
            timestamp_with_time_zone_null("stopped_at"),
            text("origin").default("form").take(),
        ] {
            manager.alter_table(Table::alter().table(NAME).add_column(column).to_owned()).await?;
        }
        manager.drop_index(Index::drop().name("newsletter_open").table(NAME).to_owned()).await?;
        manager.create_index(one_open_period()).await?;
        manager.create_index(index("newsletter_email", NAME, &["email"])).await
    }
}

/// An address can have one pending or confirmed subscription and any number of others.
fn one_open_period() -> IndexCreateStatement {
    let mut open = index("newsletter_open", NAME, &["email"]);
    open.unique().and_where(Expr::col("status").is_in(["pending", "confirmed"])).to_owned()
}
