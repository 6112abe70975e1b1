//! Editions of the newsletter, the delivery of each to each subscription, and the setting for new posts.

use sea_orm_migration::{prelude::*, schema::*};

use crate::shape::{index, table};

const EDITIONS: &str = "newsletter_editions";
const DELIVERIES: &str = "newsletter_deliveries";
const SETTINGS: &str = "newsletter_settings";

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(editions()).await?;
        manager.create_table(deliveries()).await?;
        manager.create_table(settings()).await?;
        for index in [
            index("newsletter_editions_list", EDITIONS, &["created_at", "id"]),
            index("newsletter_editions_state", EDITIONS, &["state"]),
            index("newsletter_deliveries_subscription", DELIVERIES, &["subscription_id"]),
            index("newsletter_deliveries_message", DELIVERIES, &["outbox_id"]).unique().to_owned(),
        ] {
            manager.create_index(index).await?;
        }
        // For the leads of an edition.
        let mut campaigns = index("contacts_campaign", "contacts", &["utm_campaign"]);
        campaigns.and_where(Expr::col("utm_campaign").is_not_null());
        manager.create_index(campaigns).await?;
        let mut row = Query::insert();
        row.into_table(SETTINGS).columns(["id", "new_post", "version"]);
        row.values_panic([1.into(), "off".into(), 1.into()]);
        manager.execute(row).await
    }
}

fn editions() -> TableCreateStatement {
    table(EDITIONS)
        .col(uuid("id").primary_key())
        .col(text("slug").unique_key())
        .col(text("subject"))
        .col(text("preheader"))
        .col(text("body"))
        .col(json_binary("post_ids"))
        .col(json_binary("interests"))
        .col(boolean("is_archived"))
        .col(integer_null("pace"))
        .col(text("state"))
        .col(timestamp_with_time_zone_null("send_at"))
        .col(uuid_null("new_post_id").unique_key())
        .col(uuid_null("cursor"))
        .col(timestamp_with_time_zone_null("next_batch_at"))
        .col(timestamp_with_time_zone_null("started_at"))
        .col(timestamp_with_time_zone_null("queued_at"))
        .col(timestamp_with_time_zone_null("ended_at"))
        .col(big_integer("recipients"))
        .col(big_integer("delivered"))
        .col(big_integer("bounced"))
        .col(big_integer("failed"))
        .col(big_integer("canceled"))
        .col(big_integer("unsubscribed"))
        .col(text("search"))
        .col(integer("version"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .col(timestamp_with_time_zone_null("deleted_at"))
        .to_owned()
}

/// The subscription has no foreign key: the result of a delivery outlives it, and its id alone identifies nobody.
fn deliveries() -> TableCreateStatement {
    table(DELIVERIES)
        .col(uuid("edition_id"))
        .col(uuid("subscription_id"))
        .col(uuid_null("outbox_id"))
        .col(text("state"))
        .col(timestamp_with_time_zone_null("settled_at"))
        .col(timestamp_with_time_zone_null("unsubscribed_at"))
        .primary_key(Index::create().col("edition_id").col("subscription_id"))
        .foreign_key(
            ForeignKey::create()
                .from(DELIVERIES, "edition_id")
                .to(EDITIONS, "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}

/// One row.
fn settings() -> TableCreateStatement {
    table(SETTINGS)
        .col(integer("id").primary_key())
        .col(text("new_post"))
        .col(timestamp_with_time_zone_null("new_post_since"))
        .col(integer("version"))
        .to_owned()
}
