//! The SQL on `audit_events` and `audit_head`.

pub mod people;

use std::ops::Range;

use sea_orm::{
    Condition, ConnectionTrait, DatabaseBackend, IntoActiveModel, QueryOrder, QuerySelect, QueryTrait,
    Select,
    entity::prelude::*,
    sea_query::{ExprTrait, LikeExpr, Query, SelectStatement},
};

use self::events::Column;
use super::{
    action::Action,
    model::{AuditEvent, AuditFilter},
};
use crate::platform::{
    clock::Timestamp,
    db::{
        counts::{self, NO_LIMIT},
        summary,
    },
    error::{Error, Result},
    paging::{MAX_TOTAL, Total},
    text,
};

/// A value is rare if up to this number of events have it.
const RARE: u64 = 1000;
/// Maximum number of events that a search reads, and that are read to count those with several values.
const MAX_READ: u64 = 50_000;

pub(super) mod events {
    use sea_orm::entity::prelude::*;

    use crate::foundation::identity::actor::Source;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit_events")]
    pub struct Model {
        /// Starts at 1, without gaps.
        #[sea_orm(primary_key, auto_increment = false)]
        pub sequence: i64,
        pub created_at: DateTimeUtc,
        pub action: String,
        pub source: Source,
        pub user_id: Option<Uuid>,
        pub user_email: Option<String>,
        pub ip: Option<String>,
        pub subject_kind: Option<String>,
        pub subject_id: Option<String>,
        pub label: Option<String>,
        pub before: Option<String>,
        pub after: Option<String>,
        pub search: String,
        /// The MAC of the original personal data, which remains after an erasure.
        pub personal_mac: String,
        /// The MAC of the event, which covers that of the previous one.
        pub mac: String,
        pub erased_at: Option<DateTimeUtc>,
        /// MAC that proves that missing personal data was erased with the secret key.
        pub erasure_mac: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub(super) mod heads {
    use sea_orm::entity::prelude::*;

    /// The id of the only row.
    pub const ID: i32 = 1;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit_head")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i32,
        /// The position of the last event; 0 before the first.
        pub sequence: i64,
        /// The MAC of the last event.
        pub mac: String,
        /// MAC that proves that `sequence` and `mac` were written with the secret key.
        pub proof: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Returns the end of the log.
pub(super) async fn head(connection: &impl ConnectionTrait) -> Result<heads::Model> {
    heads::Entity::find_by_id(heads::ID).one(connection).await?.ok_or_else(missing)
}

/// Returns the end of the log and locks it until the transaction ends.
pub(super) async fn lock_head(connection: &impl ConnectionTrait) -> Result<heads::Model> {
    heads::Entity::find_by_id(heads::ID).lock_exclusive().one(connection).await?.ok_or_else(missing)
}

fn missing() -> Error {
    Error::Internal(anyhow::anyhow!("audit_head has no row"))
}

/// Adds events and moves the end of the log.
pub(super) async fn append(
    connection: &impl ConnectionTrait,
    events: Vec<events::Model>,
    head: heads::Model,
) -> Result<()> {
    // All columns are set, because an unchanged column isn't inserted.
    let rows = events.into_iter().map(|event| event.into_active_model().reset_all());
    events::Entity::insert_many(rows).exec_without_returning(connection).await?;
    heads::Entity::update(head.into_active_model().reset_all()).exec(connection).await?;
    Ok(())
}

/// Lists the events after `sequence`, oldest first.
pub(super) async fn list_after(
    connection: &impl ConnectionTrait,
    sequence: i64,
    limit: u64,
) -> Result<Vec<events::Model>> {
    let rows = events::Entity::find().filter(Column::Sequence.gt(sequence));
    Ok(rows.order_by_asc(Column::Sequence).limit(limit).all(connection).await?)
}

/// Returns the sequence number of the last stored event; 0 without events. It differs from `audit_head` if the log was changed.
pub(super) async fn last_sequence(connection: &impl ConnectionTrait) -> Result<i64> {
    let last = events::Entity::find().order_by_desc(Column::Sequence).one(connection).await?;
    Ok(last.map_or(0, |row| row.sequence))
}

/// Finds an event by its sequence number.
pub async fn find(connection: &impl ConnectionTrait, sequence: i64) -> Result<Option<AuditEvent>> {
    Ok(events::Entity::find_by_id(sequence).one(connection).await?.map(AuditEvent::from))
}

/// Finds the newest event with one of the actions.
pub(super) async fn find_newest_of(
    connection: &impl ConnectionTrait,
    actions: &[Action],
) -> Result<Option<AuditEvent>> {
    // The subquery reads only the index of actions, even if many other events are newer.
    let newest = Query::select()
        .expr(Column::Sequence.max())
        .from(events::Entity)
        .and_where(Column::Action.is_in(actions.iter().map(|action| action.code())))
        .to_owned();
    let event = events::Entity::find().filter(Column::Sequence.in_subquery(newest));
    Ok(event.one(connection).await?.map(AuditEvent::from))
}

/// Lists the newest events about records of a kind with one of the ids, newest first.
pub(super) async fn list_about(
    connection: &impl ConnectionTrait,
    kind: &str,
    ids: Vec<String>,
    limit: u64,
) -> Result<Vec<AuditEvent>> {
    let rows = about(kind, ids).order_by_desc(Column::Sequence).limit(limit).all(connection).await?;
    Ok(rows.into_iter().map(AuditEvent::from).collect())
}

/// Selects the summary of the events about records of a kind with one of the ids.
pub(super) fn summary_about(kind: &str, ids: Vec<String>) -> SelectStatement {
    summary::select(kind, about(kind, ids), Column::CreatedAt, None)
}

fn about(kind: &str, ids: Vec<String>) -> Select<events::Entity> {
    events::Entity::find().filter(Column::SubjectKind.eq(kind)).filter(Column::SubjectId.is_in(ids))
}

/// Finds the newest event about a record with one of the actions.
pub(super) async fn find_newest_about(
    connection: &impl ConnectionTrait,
    id: Uuid,
    actions: &[Action],
) -> Result<Option<AuditEvent>> {
    let codes = actions.iter().map(|action| action.code());
    let rows = events::Entity::find()
        .filter(Column::SubjectId.eq(id.to_string()))
        .filter(Column::Action.is_in(codes));
    Ok(rows.order_by_desc(Column::Sequence).one(connection).await?.map(AuditEvent::from))
}

/// Returns whether a user has recorded an event with this action and label in a span of time.
pub async fn has_recorded(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
    action: Action,
    label: &str,
    span: Range<Timestamp>,
) -> Result<bool> {
    let events = events::Entity::find()
        .filter(Column::UserId.eq(user_id))
        .filter(Column::Action.eq(action.code()))
        .filter(Column::Label.eq(label))
        .filter(Column::CreatedAt.gt(span.start))
        .filter(Column::CreatedAt.lt(span.end));
    Ok(events.one(connection).await?.is_some())
}

/// Lists the events that match the filter, newest first. Only those before the event `cursor`, if set.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &AuditFilter,
    cursor: Option<i64>,
    limit: u64,
) -> Result<Vec<AuditEvent>> {
    let (query, _) = filtered(connection, filter).await?;
    listed(connection, searched(query, filter), cursor, limit).await
}

/// Like [`list`], for a page with the number of all matching events. A search reads only the newest events of the period.
pub async fn page(
    connection: &impl ConnectionTrait,
    filter: &AuditFilter,
    cursor: Option<i64>,
    limit: u64,
) -> Result<(Vec<AuditEvent>, Total)> {
    let (query, is_rare) = filtered(connection, filter).await?;
    let is_searched = nonblank(filter.search.as_deref()).is_some();
    let newest = if is_rare { None } else { newest_of(connection, filter).await? };
    let is_part = newest.as_ref().is_some_and(|newest| newest.is_part);
    let read = match newest.as_ref().filter(|_| is_searched) {
        Some(newest) => query.filter(Column::Sequence.gte(newest.first)),
        None => query,
    };
    let read = searched(read, filter);
    let events = listed(connection, read.clone(), cursor, limit + 1).await?;
    let is_complete = cursor.is_none() && events.len() as u64 <= limit;
    let total = match (newest, alternatives(filter, indexed)) {
        _ if is_complete => (events.len() as u64).into(),
        (Some(newest), values) if newest.is_part && !is_searched && values.len() > 1 => {
            let among = read.filter(Column::Sequence.gte(newest.first));
            Total::counted_in_part(counts::count_up_to(connection, among, MAX_TOTAL).await?)
        }
        (_, mut values) if !is_searched && values.len() == 1 => {
            Total::counted(count_up_to(connection, values.remove(0), MAX_TOTAL).await?)
        }
        _ => counts::total(connection, read).await?,
    };
    Ok((events, if is_part && is_searched { total.among(MAX_READ) } else { total }))
}

async fn listed(
    connection: &impl ConnectionTrait,
    mut query: Select<events::Entity>,
    cursor: Option<i64>,
    limit: u64,
) -> Result<Vec<AuditEvent>> {
    if let Some(cursor) = cursor {
        query = query.filter(Column::Sequence.lt(cursor));
    }
    let rows = query.order_by_desc(Column::Sequence).limit(limit).all(connection).await?;
    Ok(rows.into_iter().map(AuditEvent::from).collect())
}

/// The [`MAX_READ`] newest events of a period.
struct Newest {
    /// The oldest of them.
    first: i64,
    /// Whether the period has older ones.
    is_part: bool,
}

/// Finds the newest events of the period; `None` if nothing happened until its end.
async fn newest_of(connection: &impl ConnectionTrait, filter: &AuditFilter) -> Result<Option<Newest>> {
    let mut newest = events::Entity::find();
    if let Some(until) = filter.until() {
        newest = newest.filter(Column::CreatedAt.lt(until)).order_by_desc(Column::CreatedAt);
    }
    let newest = newest.order_by_desc(Column::Sequence).select_only().column(Column::Sequence);
    let Some(newest) = newest.into_tuple::<i64>().one(connection).await? else { return Ok(None) };
    let first = newest.saturating_sub_unsigned(MAX_READ - 1);
    let before = events::Entity::find().filter(Column::Sequence.lt(first)).order_by_desc(Column::Sequence);
    let before = before.select_only().column(Column::CreatedAt).into_tuple::<Timestamp>().one(connection);
    let is_in_period = |at: Timestamp| filter.since().is_none_or(|since| at >= since);
    Ok(Some(Newest { first, is_part: before.await?.is_some_and(is_in_period) }))
}

/// Selects the events of a filter, without its search terms. Also returns whether one of its values is rare: these events are read,
/// or else the events in their order, because SQLite has no statistics.
async fn filtered(
    connection: &impl ConnectionTrait,
    filter: &AuditFilter,
) -> Result<(Select<events::Entity>, bool)> {
    let all = events::Entity::find;
    for value in alternatives(filter, indexed) {
        if count_up_to(connection, value.clone(), RARE).await? <= RARE {
            let mut rare = all();
            let having = all().filter(any_of(value)).limit(NO_LIMIT).into_query();
            QuerySelect::query(&mut rare).from_clear().from_subquery(having, events::Entity);
            return Ok((having_values(rare, filter, indexed), true));
        }
    }
    let is_sqlite = connection.get_database_backend() == DatabaseBackend::Sqlite;
    Ok((having_values(all(), filter, if is_sqlite { unindexed } else { indexed }), false))
}

fn having_values(
    query: Select<events::Entity>,
    filter: &AuditFilter,
    column: fn(Column) -> Expr,
) -> Select<events::Entity> {
    alternatives(filter, column).into_iter().fold(query, |query, value| query.filter(any_of(value)))
}

/// Counts the events with a value, up to `max + 1` for each of its conditions, because each has its own index.
async fn count_up_to(connection: &impl ConnectionTrait, value: Vec<Expr>, max: u64) -> Result<u64> {
    let mut count = 0;
    for part in value {
        count += counts::count_up_to(connection, events::Entity::find().filter(part), max).await?;
    }
    Ok(count)
}

fn any_of(parts: Vec<Expr>) -> Condition {
    parts.into_iter().fold(Condition::any(), Condition::add)
}

fn searched(query: Select<events::Entity>, filter: &AuditFilter) -> Select<events::Entity> {
    match nonblank(filter.search.as_deref()) {
        Some(search) => {
            query.filter(Column::Search.like(LikeExpr::new(text::like_pattern(&search)).escape('\\')))
        }
        None => query,
    }
}

/// Returns the conditions of a filter, without its search terms: a list of alternatives for each value. An event matches if it meets one
/// alternative of each list. `column` returns a column as a part of a condition.
fn alternatives(filter: &AuditFilter, column: fn(Column) -> Expr) -> Vec<Vec<Expr>> {
    let text = |value: &Option<String>| nonblank(value.as_deref());
    // The names of groups consist of letters and `_`. A slash is the character after the period.
    let group = text(&filter.group).map(|group| {
        column(Column::Action).gte(format!("{group}.")).and(column(Column::Action).lt(format!("{group}/")))
    });
    let person = text(&filter.person).map(|person| {
        let person = person.to_lowercase();
        let by_others = column(Column::UserEmail).is_null().or(column(Column::UserEmail).ne(&*person));
        let about = column(Column::Label).eq(&*person).and(is_email());
        vec![column(Column::UserEmail).eq(&*person), about.and(by_others)]
    });
    let kind = text(&filter.subject_kind).map(|kind| column(Column::SubjectKind).eq(kind));
    let id = text(&filter.subject_id).map(|id| column(Column::SubjectId).eq(id));
    let time = |condition: fn(Expr, Timestamp) -> Expr, time: Option<Timestamp>| {
        time.map(|time| condition(column(Column::CreatedAt), time))
    };
    let (since, until) = (time(ExprTrait::gte, filter.since()), time(ExprTrait::lt, filter.until()));
    let period = match (since, until) {
        (Some(since), Some(until)) => Some(since.and(until)),
        (since, until) => since.or(until),
    };
    let others = [group, kind, id, period].into_iter().flatten().map(|value| vec![value]);
    person.into_iter().chain(others).collect()
}

/// Returns the condition of the index of labels that are emails.
fn is_email() -> Expr {
    Expr::cust("\"audit_events\".\"label\" LIKE '%@%'")
}

fn indexed(column: Column) -> Expr {
    Expr::col((events::Entity, column))
}

/// Returns a column as an expression for which SQLite uses no index.
fn unindexed(column: Column) -> Expr {
    counts::unindexed(indexed(column))
}

/// Returns the text of a filter, or `None` if it is blank. Removes NUL, which PostgreSQL does not accept.
fn nonblank(text: Option<&str>) -> Option<String> {
    let text = text?.trim().replace('\0', "");
    (!text.is_empty()).then_some(text)
}
