//! The SQL on `newsletter_reports` and `newsletter_report_address`.

use std::collections::BTreeSet;

use sea_orm::{
    ActiveValue::Set, ConnectionTrait, QueryOrder, QuerySelect, Select, entity::prelude::*,
    sea_query::OnConflict,
};

pub use self::applied::Model as AppliedReport;
use crate::{
    features::newsletter::{model::Reporter, store as subscriptions},
    platform::{clock::Timestamp, error::Result, id},
};

/// Id of the only row of `newsletter_report_address`.
const ROW: i32 = 1;

mod applied {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_reports")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub key: String,
        pub subscription_id: Uuid,
        /// Whether it is a temporary failure that counts toward a pause.
        pub is_counted: bool,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub(super) mod address {
    use sea_orm::entity::prelude::*;

    use super::Reporter;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_report_address")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i32,
        /// Identifies the current address. Its MAC is the secret.
        pub address_id: Uuid,
        /// Link of Amazon SNS that has to be opened; null if there is none.
        pub confirmation_url: Option<String>,
        pub last_reporter: Option<Reporter>,
        pub last_report_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Stores a report as applied. Returns false if it was applied before.
pub(super) async fn record(
    connection: &impl ConnectionTrait,
    key: &str,
    subscription_id: Uuid,
    is_counted: bool,
    now: Timestamp,
) -> Result<bool> {
    let row = applied::ActiveModel {
        id: Set(id::new_id(now)),
        key: Set(key.to_owned()),
        subscription_id: Set(subscription_id),
        is_counted: Set(is_counted),
        created_at: Set(now),
    };
    let skip = OnConflict::new().do_nothing().to_owned();
    let inserted = applied::Entity::insert(row).on_conflict(skip).exec_without_returning(connection).await?;
    Ok(inserted == 1)
}

/// Counts the temporary failures of a subscription after `since`.
pub(super) async fn count_failures(
    connection: &impl ConnectionTrait,
    subscription_id: Uuid,
    since: Timestamp,
) -> Result<u64> {
    let failures = applied::Entity::find()
        .filter(applied::Column::SubscriptionId.eq(subscription_id))
        .filter(applied::Column::IsCounted.eq(true))
        .filter(applied::Column::CreatedAt.gt(since));
    Ok(failures.count(connection).await?)
}

/// Resets the count of temporary failures of a subscription, because it was resumed.
pub async fn reset_failures(connection: &impl ConnectionTrait, subscription_id: Uuid) -> Result<()> {
    applied::Entity::update_many()
        .col_expr(applied::Column::IsCounted, Expr::value(false))
        .filter(applied::Column::SubscriptionId.eq(subscription_id))
        .exec(connection)
        .await?;
    Ok(())
}

/// Selects the reports about the subscriptions of some addresses.
fn of_emails(emails: &BTreeSet<String>) -> Select<applied::Entity> {
    let subscriptions = subscriptions::ids_of_emails(emails);
    applied::Entity::find().filter(applied::Column::SubscriptionId.in_subquery(subscriptions))
}

/// Lists up to `limit` reports about the subscriptions of some addresses, newest first. Skips the first `offset` ones.
pub async fn list_of_emails(
    connection: &impl ConnectionTrait,
    emails: &BTreeSet<String>,
    offset: u64,
    limit: u64,
) -> Result<Vec<AppliedReport>> {
    let reports = of_emails(emails);
    let newest_first = reports.order_by_desc(applied::Column::CreatedAt).order_by_desc(applied::Column::Id);
    Ok(newest_first.offset(offset).limit(limit).all(connection).await?)
}

/// Counts the reports about the subscriptions of some addresses.
pub async fn count_of_emails(connection: &impl ConnectionTrait, emails: &BTreeSet<String>) -> Result<u64> {
    Ok(of_emails(emails).count(connection).await?)
}

/// Deletes reports that were applied before `older_than`. Returns their number.
pub async fn delete_old(connection: &impl ConnectionTrait, older_than: Timestamp) -> Result<u64> {
    let old = applied::Entity::delete_many().filter(applied::Column::CreatedAt.lt(older_than));
    Ok(old.exec(connection).await?.rows_affected)
}

/// Finds the row of the address. `None` until the address is first used or replaced.
pub(super) async fn find_address(connection: &impl ConnectionTrait) -> Result<Option<address::Model>> {
    Ok(address::Entity::find_by_id(ROW).one(connection).await?)
}

/// Replaces the address, and clears the data about reports to the former one.
pub(super) async fn replace_address(connection: &impl ConnectionTrait, address_id: Uuid) -> Result<()> {
    let row = address::ActiveModel {
        id: Set(ROW),
        address_id: Set(address_id),
        confirmation_url: Set(None),
        last_reporter: Set(None),
        last_report_at: Set(None),
    };
    let replace = OnConflict::column(address::Column::Id)
        .update_columns([
            address::Column::AddressId,
            address::Column::ConfirmationUrl,
            address::Column::LastReporter,
            address::Column::LastReportAt,
        ])
        .to_owned();
    address::Entity::insert(row).on_conflict(replace).exec_without_returning(connection).await?;
    Ok(())
}

/// Creates the row of the first address if it is missing. Its id is nil.
async fn ensure_address(connection: &impl ConnectionTrait) -> Result<()> {
    let row = address::ActiveModel {
        id: Set(ROW),
        address_id: Set(Uuid::nil()),
        confirmation_url: Set(None),
        last_reporter: Set(None),
        last_report_at: Set(None),
    };
    let skip = OnConflict::new().do_nothing().to_owned();
    address::Entity::insert(row).on_conflict(skip).exec_without_returning(connection).await?;
    Ok(())
}

/// Stores the link of Amazon SNS that has to be opened.
pub(super) async fn set_confirmation_url(connection: &impl ConnectionTrait, url: &str) -> Result<()> {
    ensure_address(connection).await?;
    address::Entity::update_many()
        .col_expr(address::Column::ConfirmationUrl, Expr::value(url))
        .exec(connection)
        .await?;
    Ok(())
}

/// Stores provider and time of the last report. A report of Amazon SES removes the link of Amazon SNS, which must have been
/// opened.
pub(super) async fn set_last_report(
    connection: &impl ConnectionTrait,
    by: Reporter,
    now: Timestamp,
) -> Result<()> {
    ensure_address(connection).await?;
    let mut update = address::Entity::update_many()
        .col_expr(address::Column::LastReporter, Expr::value(by))
        .col_expr(address::Column::LastReportAt, Expr::value(now));
    if by == Reporter::AmazonSes {
        update = update.col_expr(address::Column::ConfirmationUrl, Expr::value(None::<String>));
    }
    update.exec(connection).await?;
    Ok(())
}
