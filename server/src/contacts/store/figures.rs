//! Contacts in figures, as the dashboard shows them. What looks like spam and what was thrown away counts nowhere.

use std::ops::Range;

use chrono::TimeDelta;
use sea_orm::{
    ConnectionTrait, FromQueryResult, Iterable, QueryOrder, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{Asterisk, Func, UnionType},
};

use super::{
    super::model::{
        ContactStatus, PROMISED_HOURS, ServiceCount, StatusCount, WaitingContact, WaitingContacts,
    },
    contacts::{self, Column},
};
use crate::kit::{clock::Timestamp, error::Result};

/// Those that nobody has replied to or put aside.
const WAITING: [ContactStatus; 2] = [ContactStatus::New, ContactStatus::Read];

/// The contacts of one status.
#[derive(Debug, FromQueryResult)]
pub struct StatusFigures {
    status: ContactStatus,
    count: i64,
    /// How many have waited longer than was promised.
    late: i64,
    oldest: Timestamp,
}

fn received() -> Select<contacts::Entity> {
    contacts::Entity::find().filter(Column::DeletedAt.is_null()).filter(Column::Quarantined.eq(false))
}

fn all() -> Expr {
    Func::count(Expr::col(Asterisk)).into()
}

/// All there are, status by status. One without contacts isn't among them.
pub async fn by_status(connection: &impl ConnectionTrait, now: Timestamp) -> Result<Vec<StatusFigures>> {
    let promised = now - TimeDelta::hours(PROMISED_HOURS.into());
    let late = Func::count(Expr::case(Column::CreatedAt.lt(promised), 1));
    let query = received()
        // Says nothing, but lets SQLite count in the index of statuses instead of in the table.
        .filter(Column::Status.is_in(ContactStatus::iter()))
        .select_only()
        .column(Column::Status)
        .expr_as(all(), "count")
        .expr_as(late, "late")
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

/// Who waits for an answer, and which of them has waited longest.
pub async fn waiting(
    connection: &impl ConnectionTrait,
    figures: &[StatusFigures],
) -> Result<WaitingContacts> {
    let waiting = || figures.iter().filter(|found| WAITING.contains(&found.status));
    let oldest = match waiting().min_by_key(|found| found.oldest) {
        Some(first) => find_oldest(connection, first).await?,
        None => None,
    };
    Ok(WaitingContacts {
        count: unsigned(waiting().map(|found| found.count).sum()),
        late: unsigned(waiting().map(|found| found.late).sum()),
        promised_hours: PROMISED_HOURS,
        oldest,
    })
}

async fn find_oldest(
    connection: &impl ConnectionTrait,
    figures: &StatusFigures,
) -> Result<Option<WaitingContact>> {
    let query =
        received().filter(Column::Status.eq(figures.status)).filter(Column::CreatedAt.eq(figures.oldest));
    let row = query.order_by_asc(Column::Id).one(connection).await?;
    Ok(row.map(|row| WaitingContact {
        id: row.id,
        name: row.name,
        company: row.company,
        created_at: row.created_at,
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
