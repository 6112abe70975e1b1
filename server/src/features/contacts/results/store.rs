//! The SQL on `contacts` for the results.

use sea_orm::{ConnectionTrait, FromQueryResult, QuerySelect, entity::prelude::*};

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

/// What the results need of a contact.
#[derive(Debug, FromQueryResult)]
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

/// Lists the contacts that were received since `start`.
pub async fn list_received(connection: &impl ConnectionTrait, start: Timestamp) -> Result<Vec<ReceivedRow>> {
    let received = inbox().filter(Column::CreatedAt.gte(start)).select_only().columns([
        Column::Channel,
        Column::Source,
        Column::UtmCampaign,
        Column::Service,
        Column::AssignedTo,
        Column::Stage,
        Column::ClosedFrom,
        Column::ValueCents,
        Column::LostReason,
        Column::CreatedAt,
        Column::FirstAnsweredAt,
    ]);
    Ok(received.into_model().all(connection).await?)
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
