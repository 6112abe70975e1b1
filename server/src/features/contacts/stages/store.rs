//! The SQL on `contacts` for the board.

use sea_orm::{
    ConnectionTrait, DatabaseBackend, FromQueryResult, Order, QueryOrder, QuerySelect, QueryTrait, Select,
    entity::prelude::*, sea_query::ExprTrait,
};

use super::model::ContactStage;
use crate::{
    features::contacts::{
        list::{
            cursor::ContactCursor,
            filter::ContactFilter,
            store::selection::{Selection, not_archived},
        },
        model::Contact,
        store::{
            count_all,
            rows::{self, Column},
        },
    },
    platform::{
        clock::Timestamp,
        db::{pages, unsigned},
        error::Result,
        paging::{MAX_TOTAL, PageRequest, TimeCursor, Total},
        search::store::Search,
    },
};

#[derive(FromQueryResult)]
struct TotalsRow {
    count: i64,
    value: i64,
}

/// Returns the number of contacts in a column, and the sum of their values; no sum if not all contacts were counted. `search` is the
/// result in all columns.
pub async fn totals(
    connection: &impl ConnectionTrait,
    query: Select<rows::Entity>,
    search: &Search,
) -> Result<(Total, Option<u64>)> {
    let (found, is_cut) = search.narrow_part(connection, query, last_changed_first).await?;
    let found = found.select_only().column(Column::ValueCents).limit(MAX_TOTAL + 1).into_query();
    let mut totals = rows::Entity::find().select_only();
    QuerySelect::query(&mut totals).from_clear().from_subquery(found, rows::Entity);
    let totals = totals.expr_as(count_all(), "count").expr_as(sum_of_values(connection), "value");
    let row: Option<TotalsRow> = totals.into_model().one(connection).await?;
    let (count, value) = row.map_or((0, 0), |row| (unsigned(row.count), unsigned(row.value)));
    let total = if is_cut { Total::more_than(count) } else { Total::counted(count) };
    Ok((total, (!total.has_more()).then_some(value)))
}

/// Lists one page of a column. Returns also the number of its contacts.
pub async fn list(
    connection: &impl ConnectionTrait,
    query: Select<rows::Entity>,
    search: &Search,
    after: Option<TimeCursor>,
    request: &PageRequest<ContactCursor>,
) -> Result<(Vec<Contact>, Total)> {
    let narrowed = search.narrow(connection, query.clone(), last_changed_first);
    let sorted = pages::sorted_after(narrowed, (Column::StageChangedAt, Column::Id), Order::Desc, after);
    let rows = sorted.limit(request.rows()).all(connection).await?;
    let total = match request.total_of(&rows) {
        Some(listed) => listed.into(),
        None => search.total_of_part(connection, query, last_changed_first).await?,
    };
    Ok((rows.into_iter().map(Contact::from).collect(), total))
}

/// Selects the contacts of a column. Outcomes are shown since `closed_since`, if set.
pub fn column(
    contacts: &Selection,
    filter: &ContactFilter,
    stage: ContactStage,
    closed_since: Option<Timestamp>,
) -> Select<rows::Entity> {
    let query = contacts.in_order().filter(Column::Stage.eq(stage));
    match closed_since {
        _ if stage.is_open() && filter.status.is_none() => query.filter(not_archived()),
        Some(since) if !stage.is_open() => query.filter(Column::StageChangedAt.gte(since)),
        _ => query,
    }
}

fn last_changed_first(query: Select<rows::Entity>) -> Select<rows::Entity> {
    query.order_by_desc(Column::StageChangedAt).order_by_desc(Column::Id)
}

/// Fills the time of the last change in contacts that an earlier release has stored during an upgrade, so that the board can sort
/// them.
pub async fn fill_missing_times(connection: &impl ConnectionTrait) -> Result<()> {
    let fill = rows::Entity::update_many()
        .col_expr(Column::StageChangedAt, Expr::col(Column::CreatedAt))
        .filter(Column::StageChangedAt.is_null());
    fill.exec(connection).await?;
    Ok(())
}

/// Returns the sum of the values in cents.
pub fn sum_of_values(connection: &impl ConnectionTrait) -> Expr {
    let sum = Expr::col(Column::ValueCents).sum().if_null(0);
    // PostgreSQL's sum of integers is a decimal.
    if connection.get_database_backend() == DatabaseBackend::Sqlite { sum } else { sum.cast_as("bigint") }
}
