//! Counts of rows that stop at a maximum, so that counting a long list takes no longer than counting a short one.

use sea_orm::{
    ConnectionTrait, FromQueryResult, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{Query, SelectStatement},
};

use super::unsigned;
use crate::platform::{
    error::Result,
    paging::{MAX_TOTAL, Total},
};

/// A limit that no table reaches.
pub const NO_LIMIT: u64 = u32::MAX as u64;

/// Returns a column as an expression for which SQLite uses no index.
#[must_use]
pub fn unindexed(column: Expr) -> Expr {
    Expr::cust_with_expr("+?", column)
}

#[derive(FromQueryResult)]
struct Count {
    count: i64,
}

/// Selects the number of rows of a query as `count`. Stops at `max + 1`.
#[must_use]
pub fn select_up_to<E: EntityTrait>(query: Select<E>, max: u64) -> SelectStatement {
    let rows = query.select_only().expr_as(Expr::val(1), "one").limit(max + 1).into_query();
    Query::select().expr_as(Expr::cust("COUNT(*)"), "count").from_subquery(rows, "rows").to_owned()
}

/// Counts the rows of a query. Stops at `max + 1`.
pub async fn count_up_to<E: EntityTrait>(
    connection: &impl ConnectionTrait,
    query: Select<E>,
    max: u64,
) -> Result<u64> {
    let statement = connection.get_database_backend().build(&select_up_to(query, max));
    let found = Count::find_by_statement(statement).one(connection).await?;
    Ok(found.map_or(0, |found| unsigned(found.count)))
}

/// Returns the number of rows of a query, as far as they are counted.
pub async fn total<E: EntityTrait>(connection: &impl ConnectionTrait, query: Select<E>) -> Result<Total> {
    Ok(Total::counted(count_up_to(connection, query, MAX_TOTAL).await?))
}
