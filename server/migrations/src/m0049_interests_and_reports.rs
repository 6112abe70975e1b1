//! Subjects that subscribers of the newsletter choose, and reports of mail providers about bounces and complaints.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, table};

const CHOSEN: &str = "newsletter_subscription_interests";
const REPORTS: &str = "newsletter_reports";

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(interests()).await?;
        manager.create_table(chosen()).await?;
        manager.create_index(index("newsletter_chosen", CHOSEN, &["slug", "subscription_id"])).await?;
        manager.create_table(reports()).await?;
        manager
            .create_index(index("newsletter_reports_of", REPORTS, &["subscription_id", "created_at"]))
            .await?;
        manager.create_table(report_address()).await
    }
}

/// The subjects that the site offers, in their order.
fn interests() -> TableCreateStatement {
    table("newsletter_interests")
        .col(text("slug").primary_key())
        .col(text("name"))
        .col(integer("position"))
        .to_owned()
}

fn chosen() -> TableCreateStatement {
    table(CHOSEN)
        .col(uuid("subscription_id"))
        .col(text("slug"))
        .primary_key(Index::create().col("subscription_id").col("slug"))
        .foreign_key(&mut of_subscription(CHOSEN))
        .to_owned()
}

/// Reports that were applied, so that none counts twice.
fn reports() -> TableCreateStatement {
    table(REPORTS)
        .col(uuid("id").primary_key())
        .col(text("key").unique_key())
        .col(uuid("subscription_id"))
        .col(boolean("is_counted"))
        .col(timestamp_with_time_zone("created_at"))
        .foreign_key(&mut of_subscription(REPORTS))
        .to_owned()
}

/// One row about the address that receives reports.
fn report_address() -> TableCreateStatement {
    table("newsletter_report_address")
        .col(integer("id").primary_key())
        .col(uuid("address_id"))
        .col(text_null("confirmation_url"))
        .col(text_null("last_reporter"))
        .col(timestamp_with_time_zone_null("last_report_at"))
        .to_owned()
}

/// Returns a foreign key that deletes the rows of a subscription with it.
fn of_subscription(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .from(table, "subscription_id")
        .to("newsletter_subscriptions", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned()
}
