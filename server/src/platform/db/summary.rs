//! Summaries of rows, from which a client that polls learns whether a list has changed. They are cheaper than the list.

use sea_orm::{
    ConnectionTrait, FromQueryResult, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{Asterisk, ExprTrait, SelectStatement, UnionType},
};

use crate::platform::{clock::Timestamp, error::Result};

/// Number and latest time of rows of a kind, which are in the same state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, FromQueryResult)]
pub struct Summary {
    pub kind: String,
    /// Null for rows without a state; empty if rows of this kind have none.
    pub state: Option<String>,
    pub amount: i64,
    pub latest: Option<Timestamp>,
}

/// Selects the summary of rows, which were created at `created_at`. Rows whose `state` changes have one for each state.
pub fn select<E: EntityTrait>(
    kind: &str,
    rows: Select<E>,
    created_at: E::Column,
    state: Option<E::Column>,
) -> SelectStatement {
    let rows = rows.select_only().expr_as(Expr::val(kind), "kind");
    let rows = match state {
        Some(column) => {
            let name = Expr::col((column.entity_name(), column)).cast_as("text");
            rows.expr_as(name, "state").group_by(column)
        }
        None => rows.expr_as(Expr::val(""), "state"),
    };
    let rows = rows.expr_as(Expr::col(Asterisk).count(), "amount");
    rows.expr_as(Expr::col((created_at.entity_name(), created_at)).max(), "latest").into_query()
}

/// Lists the summaries that the parts select, in one query. Their order is always the same.
pub async fn list(
    connection: &impl ConnectionTrait,
    parts: impl IntoIterator<Item = SelectStatement>,
) -> Result<Vec<Summary>> {
    let joined = parts.into_iter().reduce(|mut joined, part| {
        joined.union(UnionType::All, part);
        joined
    });
    let Some(query) = joined else { return Ok(Vec::new()) };
    let statement = connection.get_database_backend().build(&query);
    let mut found = Summary::find_by_statement(statement).all(connection).await?;
    found.sort();
    Ok(found)
}
