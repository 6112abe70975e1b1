//! The SQL on `contacts` for the results.

use std::ops::Range;

use sea_orm::{
    ConnectionTrait, DatabaseBackend, FromQueryResult, QuerySelect, QueryTrait, entity::prelude::*,
    sea_query::Query,
};
use serde::Deserialize;

use super::WonFigures;
use crate::{
    features::contacts::{
        channel::Channel,
        stages::{
            model::{ContactStage, LostReason},
            store::sum_of_values,
        },
        store::{count_all, inbox, rows::Column},
    },
    platform::{clock::Timestamp, db::unsigned, error::Result},
};

/// What the results need of a contact, in the order of [`list_received`].
#[derive(Debug, Deserialize)]
pub struct ReceivedRow {
    pub channel: Channel,
    pub source: String,
    pub utm_campaign: Option<String>,
    pub service: String,
    pub assigned_to: Option<Uuid>,
    pub stage: ContactStage,
    pub closed_from: Option<ContactStage>,
    pub value_cents: Option<i64>,
    pub lost_reason: Option<LostReason>,
    pub created_at: Timestamp,
    pub first_answered_at: Option<Timestamp>,
}

#[derive(FromQueryResult)]
struct ReceivedJson {
    received: String,
}

/// Lists the contacts that were received in `span`. The database returns them as one JSON text: rows would take the driver ten times as
/// long.
pub async fn list_received(
    connection: &impl ConnectionTrait,
    span: Range<Timestamp>,
) -> Result<Vec<ReceivedRow>> {
    let backend = connection.get_database_backend();
    let (array, row, user_id) = match backend {
        DatabaseBackend::Sqlite => ("json_group_array", "json_array", "nullif(hex(assigned_to), '')"),
        _ => ("json_agg", "json_build_array", "assigned_to"),
    };
    let json = format!(
        "CAST(coalesce({array}({row}(channel, source, utm_campaign, service, {user_id}, stage, closed_from, value_cents, \
         lost_reason, created_at, first_answered_at)), '[]') AS text)"
    );
    let rows = inbox().filter(Column::CreatedAt.gte(span.start)).filter(Column::CreatedAt.lt(span.end));
    let query = Query::select()
        .expr_as(Expr::cust(json), "received")
        .from_subquery(rows.into_query(), "received")
        .to_owned();
    let found = ReceivedJson::find_by_statement(backend.build(&query)).one(connection).await?;
    let json = found.map_or_else(|| "[]".into(), |found| found.received);
    Ok(serde_json::from_str(&json).map_err(anyhow::Error::new)?)
}

#[derive(FromQueryResult)]
struct WonRow {
    count: i64,
    value: i64,
}

/// Returns the contacts that were won since `start`.
pub async fn won_since(connection: &impl ConnectionTrait, start: Timestamp) -> Result<WonFigures> {
    let sum = sum_of_values(connection);
    let won = inbox()
        .filter(Column::Stage.eq(ContactStage::Won))
        .filter(Column::StageChangedAt.gte(start))
        .select_only()
        .expr_as(count_all(), "count")
        .expr_as(sum, "value");
    let row: Option<WonRow> = won.into_model().one(connection).await?;
    let figures = |row: WonRow| WonFigures { count: unsigned(row.count), value_cents: unsigned(row.value) };
    Ok(row.map_or_else(WonFigures::default, figures))
}
