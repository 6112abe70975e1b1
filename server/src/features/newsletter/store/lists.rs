//! Lists and counts of subscriptions: for staff, for an edition, and for a person.

use std::collections::BTreeSet;

use sea_orm::{
    ConnectionTrait, Order, QueryOrder, QuerySelect, Select,
    entity::prelude::*,
    sea_query::{ExprTrait, LikeExpr},
};

use super::rows::{Column, Entity, Model};
use crate::{
    features::newsletter::{
        interests::{self, segments::Segment},
        model::{Subscription, SubscriptionFilter, SubscriptionStatus, SubscriptionSummary},
    },
    platform::{clock::Timestamp, db::pages, error::Result, paging::TimeCursor, text},
};

/// Lists one page of subscriptions, newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &SubscriptionFilter,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Subscription>> {
    let query = pages::sorted_after(filtered(filter), (Column::CreatedAt, Column::Id), Order::Desc, after);
    let rows = query.limit(limit).all(connection).await?;
    with_interests(connection, rows).await
}

/// Returns the subscriptions of rows, with their chosen interests.
async fn with_interests(connection: &impl ConnectionTrait, rows: Vec<Model>) -> Result<Vec<Subscription>> {
    let mut chosen = interests::store::chosen_of(connection, rows.iter().map(|row| row.id)).await?;
    let subscription = |row: Model| Subscription {
        interests: chosen.remove(&row.id).unwrap_or_default(),
        ..Subscription::from(row)
    };
    Ok(rows.into_iter().map(subscription).collect())
}

/// Counts the subscriptions of a filter.
pub async fn count(connection: &impl ConnectionTrait, filter: &SubscriptionFilter) -> Result<u64> {
    Ok(filtered(filter).count(connection).await?)
}

/// Counts the subscriptions of each status.
pub async fn summary(connection: &impl ConnectionTrait) -> Result<SubscriptionSummary> {
    let with_status = |status| SubscriptionFilter { status: Some(status), ..Default::default() };
    Ok(SubscriptionSummary {
        pending: count(connection, &with_status(SubscriptionStatus::Pending)).await?,
        confirmed: count(connection, &with_status(SubscriptionStatus::Confirmed)).await?,
        paused: count(connection, &with_status(SubscriptionStatus::Paused)).await?,
        refused: count(connection, &with_status(SubscriptionStatus::Refused)).await?,
        unsubscribed: count(connection, &with_status(SubscriptionStatus::Unsubscribed)).await?,
    })
}

fn filtered(filter: &SubscriptionFilter) -> Select<Entity> {
    let mut query = Entity::find();
    if let Some(status) = filter.status {
        query = query.filter(Column::Status.eq(status));
    }
    if let Some(slug) = filter.interest.clone().filter(|slug| !slug.is_empty()) {
        query = query.filter(Column::Id.in_subquery(interests::store::with_any(&[slug])));
    }
    if let Some(search) = filter.search.as_deref().filter(|search| !search.trim().is_empty()) {
        query = query.filter(Column::Search.like(LikeExpr::new(text::like_pattern(search)).escape('\\')));
    }
    query
}

/// Selects the confirmed subscribers of a segment.
fn in_segment(segment: &Segment) -> Select<Entity> {
    let confirmed = Entity::find().filter(Column::Status.eq(SubscriptionStatus::Confirmed));
    if segment.interests.is_empty() {
        return confirmed;
    }
    let chose_one = Column::Id.in_subquery(interests::store::with_any(&segment.interests));
    let chose_none = Column::Id.not_in_subquery(interests::store::with_offered());
    confirmed.filter(chose_one.or(chose_none))
}

/// Lists id and address of up to `limit` subscribers of a segment who had confirmed by `confirmed_until`, sorted by id. Starts
/// after the id `after`. A confirmation later than `now` was stored while the clock was wrong, so it counts as earlier.
pub async fn list_recipients(
    connection: &impl ConnectionTrait,
    segment: &Segment,
    after: Option<Uuid>,
    confirmed_until: Timestamp,
    now: Timestamp,
    limit: u64,
) -> Result<Vec<(Uuid, String)>> {
    let confirmed_in_time = Column::ConfirmedAt.lte(confirmed_until).or(Column::ConfirmedAt.gt(now));
    let mut recipients = in_segment(segment).filter(confirmed_in_time);
    if let Some(after) = after {
        recipients = recipients.filter(Column::Id.gt(after));
    }
    let columns = recipients.select_only().columns([Column::Id, Column::Email]);
    Ok(columns.order_by(Column::Id, Order::Asc).limit(limit).into_tuple().all(connection).await?)
}

/// Counts the subscribers of a segment.
pub async fn count_recipients(connection: &impl ConnectionTrait, segment: &Segment) -> Result<u64> {
    Ok(in_segment(segment).count(connection).await?)
}

/// Lists all subscriptions of an address, newest first.
pub async fn list_of_email(connection: &impl ConnectionTrait, email: &str) -> Result<Vec<Subscription>> {
    let rows = Entity::find()
        .filter(Column::Email.eq(email))
        .order_by(Column::CreatedAt, Order::Desc)
        .order_by(Column::Id, Order::Desc)
        .all(connection)
        .await?;
    with_interests(connection, rows).await
}

/// Lists up to `limit` subscriptions of some addresses, newest first. Skips the first `offset` ones.
pub async fn list_of_emails(
    connection: &impl ConnectionTrait,
    emails: &BTreeSet<String>,
    offset: u64,
    limit: u64,
) -> Result<Vec<Subscription>> {
    let found = Entity::find().filter(Column::Email.is_in(emails));
    let newest_first = found.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id);
    let rows = newest_first.offset(offset).limit(limit).all(connection).await?;
    with_interests(connection, rows).await
}
