//! The SQL on `newsletter_deliveries`.

use std::collections::BTreeSet;

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, QueryOrder, QuerySelect, Select,
    entity::prelude::*,
};

pub use self::rows::Model as StoredDelivery;
use self::rows::{Column, Entity};
use super::{Delivery, DeliveryState};
use crate::{
    features::newsletter::store as subscriptions,
    platform::{clock::Timestamp, db::MAX_VALUES, error::Result},
};

mod rows {
    use sea_orm::entity::prelude::*;

    use super::DeliveryState;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_deliveries")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub edition_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub subscription_id: Uuid,
        /// Id of the message, which reports of mail providers contain. The outbox has the message until the delivery has a
        /// result.
        pub outbox_id: Option<Uuid>,
        pub state: DeliveryState,
        pub settled_at: Option<DateTimeUtc>,
        pub unsubscribed_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Returns the delivery of a row. `None` for a row of an earlier version, which stored no id of the message.
fn delivery(row: rows::Model) -> Option<Delivery> {
    let rows::Model { edition_id, subscription_id, outbox_id, .. } = row;
    outbox_id.map(|outbox_id| Delivery { edition_id, subscription_id, outbox_id })
}

/// Stores deliveries of an edition. `messages` are pairs of ids: of the subscription, and of its message in the outbox.
/// Fails if a subscription already has a delivery of the edition.
pub async fn create(
    connection: &impl ConnectionTrait,
    edition_id: Uuid,
    messages: impl IntoIterator<Item = (Uuid, Uuid)>,
) -> Result<()> {
    let rows = messages.into_iter().map(|(subscription_id, outbox_id)| rows::ActiveModel {
        edition_id: Set(edition_id),
        subscription_id: Set(subscription_id),
        outbox_id: Set(Some(outbox_id)),
        state: Set(DeliveryState::Queued),
        settled_at: Set(None),
        unsubscribed_at: Set(None),
    });
    Entity::insert_many(rows).exec_without_returning(connection).await?;
    Ok(())
}

/// Lists up to `limit` deliveries without a result, sorted by outbox id. The list starts after the outbox id `after`.
pub async fn list_waiting(
    connection: &impl ConnectionTrait,
    after: Option<Uuid>,
    limit: u64,
) -> Result<Vec<Delivery>> {
    // As in the index.
    let mut query = Entity::find().filter(Expr::cust("\"newsletter_deliveries\".\"state\" = 'queued'"));
    if let Some(after) = after {
        query = query.filter(Column::OutboxId.gt(after));
    }
    let rows = query.order_by_asc(Column::OutboxId).limit(limit).all(connection).await?;
    Ok(rows.into_iter().filter_map(delivery).collect())
}

/// Finds the delivery of a message, which may have been deleted from the outbox.
pub async fn find(connection: &impl ConnectionTrait, outbox_id: Uuid) -> Result<Option<Delivery>> {
    let row = Entity::find().filter(Column::OutboxId.eq(outbox_id)).one(connection).await?;
    Ok(row.and_then(delivery))
}

/// Selects the deliveries to the subscriptions of some addresses.
fn of_emails(emails: &BTreeSet<String>) -> Select<Entity> {
    Entity::find().filter(Column::SubscriptionId.in_subquery(subscriptions::ids_of_emails(emails)))
}

/// Lists up to `limit` deliveries to the subscriptions of some addresses, those of the newest edition first. Skips the first
/// `offset` ones.
pub async fn list_of_emails(
    connection: &impl ConnectionTrait,
    emails: &BTreeSet<String>,
    offset: u64,
    limit: u64,
) -> Result<Vec<StoredDelivery>> {
    let newest_first =
        of_emails(emails).order_by_desc(Column::EditionId).order_by_desc(Column::SubscriptionId);
    Ok(newest_first.offset(offset).limit(limit).all(connection).await?)
}

/// Counts the deliveries to the subscriptions of some addresses.
pub async fn count_of_emails(connection: &impl ConnectionTrait, emails: &BTreeSet<String>) -> Result<u64> {
    Ok(of_emails(emails).count(connection).await?)
}

/// Stores `state` as the result of the deliveries of these messages that have none yet. Returns their number.
pub async fn settle(
    connection: &impl ConnectionTrait,
    outbox_ids: &[Uuid],
    state: DeliveryState,
    now: Timestamp,
) -> Result<i64> {
    let mut settled = 0;
    for ids in outbox_ids.chunks(MAX_VALUES) {
        let change = Entity::update_many()
            .col_expr(Column::State, Expr::value(state))
            .col_expr(Column::SettledAt, Expr::value(now))
            .filter(Column::OutboxId.is_in(ids.iter().copied()))
            .filter(Column::State.eq(DeliveryState::Queued));
        settled += change.exec(connection).await?.rows_affected;
    }
    Ok(i64::try_from(settled).unwrap_or(i64::MAX))
}

/// Changes the result of a mail to bounced, because the mail server returned it after accepting it. Returns the delivery as it
/// was before. Changes nothing and returns `None` if the delivery has another result than delivered. A delivery without a
/// result was accepted, but its result isn't stored yet. The caller must have locked the edition.
pub async fn set_returned(
    connection: &impl ConnectionTrait,
    edition_id: Uuid,
    subscription_id: Uuid,
    now: Timestamp,
) -> Result<Option<StoredDelivery>> {
    let found = Entity::find_by_id((edition_id, subscription_id)).one(connection).await?;
    let returnable = [DeliveryState::Delivered, DeliveryState::Queued];
    let Some(before) = found.filter(|found| returnable.contains(&found.state)) else { return Ok(None) };
    let change = rows::ActiveModel {
        edition_id: Unchanged(edition_id),
        subscription_id: Unchanged(subscription_id),
        state: Set(DeliveryState::Bounced),
        settled_at: Set(Some(now)),
        ..Default::default()
    };
    change.update(connection).await?;
    Ok(Some(before))
}

/// Lists up to `limit` deliveries of a subscription without a result, the most recently queued first.
pub async fn list_waiting_of(
    connection: &impl ConnectionTrait,
    subscription_id: Uuid,
    limit: u64,
) -> Result<Vec<Delivery>> {
    let waiting = Entity::find()
        .filter(Column::SubscriptionId.eq(subscription_id))
        .filter(Column::State.eq(DeliveryState::Queued))
        .order_by_desc(Column::OutboxId);
    let rows = waiting.limit(limit).all(connection).await?;
    Ok(rows.into_iter().filter_map(delivery).collect())
}

/// Finds the edition that was most recently delivered to a subscription, among the deliveries with a result.
pub async fn find_delivered_edition(
    connection: &impl ConnectionTrait,
    subscription_id: Uuid,
) -> Result<Option<Uuid>> {
    let query = Entity::find()
        .select_only()
        .column(Column::EditionId)
        .filter(Column::SubscriptionId.eq(subscription_id))
        .filter(Column::State.eq(DeliveryState::Delivered))
        .order_by_desc(Column::SettledAt);
    Ok(query.limit(1).into_tuple().one(connection).await?)
}

/// Stores that a subscription ended with the link in the mail of an edition. Returns false if this is already stored, or if
/// the edition has no delivery to the subscription.
pub async fn set_unsubscribed(
    connection: &impl ConnectionTrait,
    edition_id: Uuid,
    subscription_id: Uuid,
    now: Timestamp,
) -> Result<bool> {
    let change = Entity::update_many()
        .col_expr(Column::UnsubscribedAt, Expr::value(now))
        .filter(Column::EditionId.eq(edition_id))
        .filter(Column::SubscriptionId.eq(subscription_id))
        .filter(Column::UnsubscribedAt.is_null());
    Ok(change.exec(connection).await?.rows_affected == 1)
}
