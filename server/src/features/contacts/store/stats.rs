//! Contacts in figures, as the dashboard shows them. What looks like spam and what was thrown away counts nowhere.

use std::ops::Range;

use chrono::TimeDelta;
use sea_orm::{
    Condition, ConnectionTrait, FromQueryResult, Iterable, PaginatorTrait, QueryOrder, QuerySelect,
    QueryTrait, Select,
    entity::prelude::*,
    sea_query::{Asterisk, ExprTrait, Func, UnionType},
};

use super::contacts::{self, Column};
use crate::{
    features::contacts::{
        model::{AnswerDelivery, Contact, ContactStatus, Promise},
        promise::{Calendar, PROMISED_HOURS},
        stats::{KeptPromises, ServiceCount, StatusCount, WaitingContact, WaitingContacts},
    },
    platform::{clock::Timestamp, error::Result},
};

/// Those that nobody has replied to or put aside.
const WAITING: [ContactStatus; 2] = [ContactStatus::New, ContactStatus::Read];

/// The contacts of one status.
#[derive(Debug, FromQueryResult)]
pub struct StatusFigures {
    status: ContactStatus,
    count: i64,
    oldest: Timestamp,
}

fn received() -> Select<contacts::Entity> {
    contacts::Entity::find().filter(Column::DeletedAt.is_null()).filter(Column::Quarantined.eq(false))
}

fn all() -> Expr {
    Func::count(Expr::col(Asterisk)).into()
}

/// All there are, status by status. One without contacts isn't among them.
pub async fn by_status(connection: &impl ConnectionTrait) -> Result<Vec<StatusFigures>> {
    let query = received()
        // Says nothing, but lets SQLite count in the index of statuses instead of in the table.
        .filter(Column::Status.is_in(ContactStatus::iter()))
        .select_only()
        .column(Column::Status)
        .expr_as(all(), "count")
        .expr_as(Column::CreatedAt.min(), "oldest")
        .group_by(Column::Status);
    Ok(query.into_model().all(connection).await?)
}

/// How many each status has, in the order a request usually goes through them.
#[must_use]
pub fn counts(figures: &[StatusFigures]) -> Vec<StatusCount> {
    let count = |status| figures.iter().find(|found| found.status == status).map_or(0, |found| found.count);
    let counts = ContactStatus::iter().map(|status| StatusCount { status, count: unsigned(count(status)) });
    counts.collect()
}

/// How far back the share of kept promises looks.
const KEPT_DAYS: i64 = 30;

/// Who waits for an answer, which of them has waited longest, and how promises have been kept.
pub async fn waiting(
    connection: &impl ConnectionTrait,
    figures: &[StatusFigures],
    calendar: &Calendar,
    now: Timestamp,
) -> Result<WaitingContacts> {
    let waiting = || figures.iter().filter(|found| WAITING.contains(&found.status));
    let oldest = match waiting().min_by_key(|found| found.oldest) {
        Some(first) => find_oldest(connection, first, calendar, now).await?,
        None => None,
    };
    Ok(WaitingContacts {
        count: unsigned(waiting().map(|found| found.count).sum()),
        late: received().filter(Column::WaitsUntil.lt(now)).count(connection).await?,
        undelivered: received().filter(Column::Delivery.eq(AnswerDelivery::Failed)).count(connection).await?,
        promised_hours: PROMISED_HOURS,
        oldest,
        kept: kept(connection, now - TimeDelta::days(KEPT_DAYS)..now).await?,
    })
}

/// Of the answers due in a span of time. One put aside without an answer owed none; of some from before it isn't known
/// when they were answered.
async fn kept(connection: &impl ConnectionTrait, span: Range<Timestamp>) -> Result<KeptPromises> {
    let known = Condition::any().add(Column::AnsweredAt.is_not_null()).add(Column::Status.is_in(WAITING));
    let in_time = Expr::col(Column::AnsweredAt).lte(Expr::col(Column::DueAt));
    let query = received()
        .filter(Column::DueAt.gt(span.start))
        .filter(Column::DueAt.lte(span.end))
        .filter(known)
        .select_only()
        .expr_as(all(), "due")
        .expr_as(Func::count(Expr::case(in_time, 1)), "kept");
    let row: Option<KeptRow> = query.into_model().one(connection).await?;
    Ok(row.map_or(KeptPromises { due: 0, kept: 0 }, |row| KeptPromises {
        due: unsigned(row.due),
        kept: unsigned(row.kept),
    }))
}

#[derive(FromQueryResult)]
struct KeptRow {
    due: i64,
    kept: i64,
}

async fn find_oldest(
    connection: &impl ConnectionTrait,
    figures: &StatusFigures,
    calendar: &Calendar,
    now: Timestamp,
) -> Result<Option<WaitingContact>> {
    let query =
        received().filter(Column::Status.eq(figures.status)).filter(Column::CreatedAt.eq(figures.oldest));
    let row = query.order_by_asc(Column::Id).one(connection).await?;
    Ok(row.map(Contact::from).map(|contact| WaitingContact {
        promise: Promise::of(&contact, calendar, now),
        id: contact.id,
        name: contact.name,
        company: contact.company,
        created_at: contact.created_at,
    }))
}

#[derive(FromQueryResult)]
struct SpanRow {
    span: i32,
    count: i64,
}

/// How many came in within each span of time. A part of the query for each, because only the caller knows when days
/// begin: each reads no more than its own part of the index.
pub async fn by_span(connection: &impl ConnectionTrait, spans: &[Range<Timestamp>]) -> Result<Vec<u64>> {
    let parts = (0_i32..).zip(spans).map(|(place, span)| {
        let came_in =
            received().filter(Column::CreatedAt.gte(span.start)).filter(Column::CreatedAt.lt(span.end));
        came_in.select_only().expr_as(Expr::val(place), "span").expr_as(all(), "count").into_query()
    });
    let mut counts = vec![0; spans.len()];
    let joined = parts.reduce(|mut joined, part| {
        joined.union(UnionType::All, part);
        joined
    });
    let Some(query) = joined else { return Ok(counts) };
    let statement = connection.get_database_backend().build(&query);
    for SpanRow { span, count } in SpanRow::find_by_statement(statement).all(connection).await? {
        if let Some(place) = usize::try_from(span).ok().and_then(|span| counts.get_mut(span)) {
            *place = unsigned(count);
        }
    }
    Ok(counts)
}

#[derive(FromQueryResult)]
struct ServiceRow {
    service: String,
    count: i64,
}

/// The services most asked about since then, most first.
pub async fn by_service(
    connection: &impl ConnectionTrait,
    since: Timestamp,
    limit: u64,
) -> Result<Vec<ServiceCount>> {
    let rows: Vec<ServiceRow> = received()
        .filter(Column::CreatedAt.gte(since))
        .select_only()
        .column(Column::Service)
        .expr_as(all(), "count")
        .group_by(Column::Service)
        .order_by_desc(all())
        .order_by_asc(Column::Service)
        .limit(limit)
        .into_model()
        .all(connection)
        .await?;
    let count = |row: ServiceRow| ServiceCount { service: row.service, count: unsigned(row.count) };
    Ok(rows.into_iter().map(count).collect())
}

/// Databases count in signed numbers.
fn unsigned(count: i64) -> u64 {
    u64::try_from(count).unwrap_or_default()
}
