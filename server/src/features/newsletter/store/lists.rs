//! Lists and counts of subscriptions: for staff, for an edition, and for a person.

use std::collections::BTreeSet;

use sea_orm::{
    ConnectionTrait, Order, QueryOrder, QuerySelect, Select, entity::prelude::*, sea_query::ExprTrait,
};

use super::rows::{Column, Entity, Model};
use crate::{
    features::newsletter::{
        interests::{self, segments::Segment},
        model::{Subscription, SubscriptionFilter, SubscriptionStatus, SubscriptionSummary},
    },
    platform::{
        clock::Timestamp,
        db::{counts, pages},
        error::{Error, Result},
        paging::{TimeCursor, Total},
        search::{SearchTerms, store::SearchIndex},
    },
};

const NEWEST: (Column, Column) = (Column::CreatedAt, Column::Id);
const SEARCH: SearchIndex = SearchIndex { table: "newsletter_subscriptions", ..SearchIndex::SHORT_TEXTS };

/// Lists one page of subscriptions, newest first. Returns also the number of all subscriptions of the filter.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &SubscriptionFilter,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<(Vec<Subscription>, Total)> {
    let terms = SearchTerms::of(filter.search.as_deref());
    let query = filtered(connection, filter).await?;
    if let (None, Some(slug)) = (&terms, interest(filter)) {
        let page = pages::sorted_after(query, NEWEST, Order::Desc, after).limit(limit);
        let rows = page.all(connection).await?;
        let found = rows.len() as u64;
        if after.is_none() && found < limit {
            return Ok((with_interests(connection, rows).await?, found.into()));
        }
        // Counted by the index of interests. By the list, each subscription without the interest would be read.
        let choices = interests::store::from_choices(of_status(filter), slug, (Entity, Column::Id));
        let total = counts::total(connection, choices).await?;
        return Ok((with_interests(connection, rows).await?, total));
    }
    let (rows, total) = SEARCH.page(connection, query, terms, NEWEST, after, limit).await?;
    Ok((with_interests(connection, rows).await?, total))
}

/// Lists the subscriptions after a cursor, newest first, for callers that read all of them.
pub async fn list_for_export(
    connection: &impl ConnectionTrait,
    filter: &SubscriptionFilter,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Subscription>> {
    let search = SEARCH.search_in_order(SearchTerms::of(filter.search.as_deref()));
    let found = search.narrow(connection, filtered(connection, filter).await?, |query| query);
    let page = pages::sorted_after(found, NEWEST, Order::Desc, after).limit(limit);
    let rows = page.all(connection).await?;
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

/// Counts the subscriptions of each status.
pub async fn summary(connection: &impl ConnectionTrait) -> Result<SubscriptionSummary> {
    let mut more_than_counted = Vec::new();
    let mut count = async |status| {
        let with_status = SubscriptionFilter { status: Some(status), ..Default::default() };
        let total = counts::total(connection, filtered(connection, &with_status).await?).await?;
        more_than_counted.extend(total.has_more().then_some(status));
        Ok::<_, Error>(total.count())
    };
    Ok(SubscriptionSummary {
        pending: count(SubscriptionStatus::Pending).await?,
        confirmed: count(SubscriptionStatus::Confirmed).await?,
        paused: count(SubscriptionStatus::Paused).await?,
        refused: count(SubscriptionStatus::Refused).await?,
        unsubscribed: count(SubscriptionStatus::Unsubscribed).await?,
        more_than_counted,
    })
}

/// Selects the subscriptions of a filter, without its search terms.
async fn filtered(connection: &impl ConnectionTrait, filter: &SubscriptionFilter) -> Result<Select<Entity>> {
    let query = of_status(filter);
    let Some(slug) = interest(filter) else { return Ok(query) };
    // A list of the subscribers is short enough to be sorted, or else each page needs only a few of them.
    Ok(match interests::store::is_rare(connection, slug).await? {
        true => query.filter(Column::Id.in_subquery(interests::store::with_any(&[slug.to_owned()]))),
        false => query.filter(Expr::exists(interests::store::chosen_by(slug, (Entity, Column::Id)))),
    })
}

fn of_status(filter: &SubscriptionFilter) -> Select<Entity> {
    let status = filter.status.map(|status| Column::Status.eq(status));
    status.into_iter().fold(Entity::find(), |query, status| query.filter(status))
}

fn interest(filter: &SubscriptionFilter) -> Option<&str> {
    filter.interest.as_deref().filter(|slug| !slug.is_empty())
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
