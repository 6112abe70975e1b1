//! The SQL on `contacts` for the stats. Quarantined and deleted contacts don't count.

use std::ops::Range;

use chrono::TimeDelta;
use sea_orm::{
    Condition, ConnectionTrait, FromQueryResult, Iterable, PaginatorTrait, QueryOrder, QuerySelect,
    QueryTrait,
    entity::prelude::*,
    sea_query::{ExprTrait, Func, Query, SubQueryStatement, ValueTuple},
};

use super::{PromiseStats, ServiceCount, SourceCount, StatusCount, WaitingContact, WaitingContacts};
use crate::{
    features::contacts::{
        model::{Contact, ContactStatus, ReplyDelivery},
        promise::{Calendar, Promise},
        source::ContactSource,
        store::{
            count_all, inbox,
            rows::{Column, Entity},
        },
    },
    platform::{
        clock::Timestamp,
        db::{counts, unsigned},
        error::Result,
    },
};

/// Length in days of the period for which promises are counted.
const PERIOD_DAYS: i64 = 30;

/// Counts the contacts whose visit began with a link of a campaign.
pub async fn count_of_campaign(
    connection: &impl ConnectionTrait,
    utm_source: &str,
    utm_campaign: &str,
) -> Result<u64> {
    let of_campaign =
        inbox().filter(Column::UtmCampaign.eq(utm_campaign)).filter(Column::UtmSource.eq(utm_source));
    Ok(of_campaign.count(connection).await?)
}

/// Returns the number of contacts of each status, in the order of the enum.
pub async fn by_status(connection: &impl ConnectionTrait) -> Result<Vec<StatusCount>> {
    let mut counts = Vec::new();
    for status in ContactStatus::iter() {
        let total = counts::total(connection, inbox().filter(Column::Status.eq(status))).await?;
        counts.push(StatusCount { status, count: total.count(), has_more: total.has_more() });
    }
    Ok(counts)
}

/// Returns the stats of waiting contacts and of promises.
pub async fn waiting(
    connection: &impl ConnectionTrait,
    calendar: &Calendar,
    now: Timestamp,
) -> Result<WaitingContacts> {
    let waiting = || inbox().filter(Column::WaitsUntil.is_not_null());
    let first = waiting().order_by_asc(Column::WaitsUntil).order_by_asc(Column::Id).one(connection).await?;
    Ok(WaitingContacts {
        count: waiting().count(connection).await?,
        late: inbox().filter(Column::WaitsUntil.lt(now)).count(connection).await?,
        undelivered: inbox().filter(Column::Delivery.eq(ReplyDelivery::Failed)).count(connection).await?,
        promised_hours: calendar.promised().general(),
        most_urgent: first.map(|row| waiting_contact(row.into(), calendar, now)),
        promises: promise_stats(connection, now - TimeDelta::days(PERIOD_DAYS)..now).await?,
    })
}

/// Counts the promises of a first reply with a deadline in `span`. Leaves out contacts that were archived or closed without a reply, and replied
/// contacts for which an earlier release stored no time of the reply.
pub async fn promise_stats(
    connection: &impl ConnectionTrait,
    span: Range<Timestamp>,
) -> Result<PromiseStats> {
    let is_counted =
        Condition::any().add(Column::FirstAnsweredAt.is_not_null()).add(Column::WaitsUntil.is_not_null());
    let in_time = Expr::col(Column::FirstAnsweredAt).lte(Expr::col(Column::FirstDueAt));
    let query = inbox()
        .filter(Column::FirstDueAt.gt(span.start))
        .filter(Column::FirstDueAt.lte(span.end))
        .filter(is_counted)
        .select_only()
        .expr_as(count_all(), "due")
        .expr_as(Func::count(Expr::case(in_time, 1)), "met");
    let row: Option<PromiseRow> = query.into_model().one(connection).await?;
    Ok(row.map_or(PromiseStats { due: 0, met: 0 }, |row| PromiseStats {
        due: unsigned(row.due),
        met: unsigned(row.met),
    }))
}

#[derive(FromQueryResult)]
struct PromiseRow {
    due: i64,
    met: i64,
}

fn waiting_contact(contact: Contact, calendar: &Calendar, now: Timestamp) -> WaitingContact {
    WaitingContact {
        promise: Promise::of(&contact, calendar, now),
        id: contact.id,
        name: contact.fields.name,
        company: contact.fields.company,
        asked_at: contact.asked_at,
    }
}

#[derive(FromQueryResult)]
struct SpanRow {
    /// Index of the span in the list of spans.
    span: i32,
    count: i64,
}

/// Counts the contacts received in each span of time. A subquery reads the part of the index of each span. It is planned once; on
/// PostgreSQL, planning a query for each span takes longer than the counts.
pub async fn by_span(connection: &impl ConnectionTrait, spans: &[Range<Timestamp>]) -> Result<Vec<u64>> {
    let mut counts = vec![0; spans.len()];
    if spans.is_empty() {
        return Ok(counts);
    }
    // Both databases give these names to the columns of values.
    let [index, start, end] = ["column1", "column2", "column3"].map(|name| Expr::col(("spans", name)));
    let received = Expr::col((Entity, Column::CreatedAt));
    let in_span = inbox().filter(received.clone().gte(start)).filter(received.lt(end));
    let count = in_span.select_only().expr(count_all()).into_query();
    let values = (0_i32..)
        .zip(spans)
        .map(|(index, span)| ValueTuple::Three(index.into(), span.start.into(), span.end.into()));
    let query = Query::select()
        .expr_as(index, "span")
        .expr_as(Expr::SubQuery(None, Box::new(SubQueryStatement::SelectStatement(count))), "count")
        .from_values(values, "spans")
        .to_owned();
    let statement = connection.get_database_backend().build(&query);
    for SpanRow { span, count } in SpanRow::find_by_statement(statement).all(connection).await? {
        if let Some(slot) = usize::try_from(span).ok().and_then(|index| counts.get_mut(index)) {
            *slot = unsigned(count);
        }
    }
    Ok(counts)
}

#[derive(FromQueryResult)]
struct ServiceRow {
    service: String,
    count: i64,
}

/// Counts the contacts received since `since` by service. Returns up to `limit` services, most frequent first.
pub async fn by_service(
    connection: &impl ConnectionTrait,
    since: Timestamp,
    limit: u64,
) -> Result<Vec<ServiceCount>> {
    let rows: Vec<ServiceRow> = inbox()
        .filter(Column::CreatedAt.gte(since))
        .select_only()
        .column(Column::Service)
        .expr_as(count_all(), "count")
        .group_by(Column::Service)
        .order_by_desc(count_all())
        .order_by_asc(Column::Service)
        .limit(limit)
        .into_model()
        .all(connection)
        .await?;
    let count = |row: ServiceRow| ServiceCount { service: row.service, count: unsigned(row.count) };
    Ok(rows.into_iter().map(count).collect())
}

#[derive(FromQueryResult)]
struct SourceRow {
    source_page: Option<String>,
    source_referrer: Option<String>,
    utm_source: Option<String>,
    utm_medium: Option<String>,
    utm_campaign: Option<String>,
    count: i64,
}

/// Counts the contacts received in a span of time by their source. Those of unknown source don't count.
pub async fn by_source(
    connection: &impl ConnectionTrait,
    span: Range<Timestamp>,
) -> Result<Vec<SourceCount>> {
    const SOURCE: [Column; 5] = [
        Column::SourcePage,
        Column::SourceReferrer,
        Column::UtmSource,
        Column::UtmMedium,
        Column::UtmCampaign,
    ];
    let mut query = inbox()
        .filter(Column::SourcePage.is_not_null())
        .filter(Column::CreatedAt.gte(span.start))
        .filter(Column::CreatedAt.lt(span.end))
        .select_only()
        .columns(SOURCE)
        .expr_as(count_all(), "count");
    for column in SOURCE {
        query = query.group_by(column);
    }
    let rows: Vec<SourceRow> = query.into_model().all(connection).await?;
    let count = |row| {
        let SourceRow { source_page, source_referrer, utm_source, utm_medium, utm_campaign, count } = row;
        let source = ContactSource { source_page, source_referrer, utm_source, utm_medium, utm_campaign };
        SourceCount { source, count: unsigned(count) }
    };
    Ok(rows.into_iter().map(count).collect())
}
