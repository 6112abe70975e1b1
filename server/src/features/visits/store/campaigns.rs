//! The SQL on the campaigns in `visit_events`, `visit_figures` and `visit_month_figures`.

use std::{collections::BTreeSet, ops::Range};

use sea_orm::{ConnectionTrait, QuerySelect, entity::prelude::*, sea_query::Expr};

use super::{
    Dimension, REST,
    aggregates::{figures, month_figures},
    rows,
};
use crate::platform::{clock::Timestamp, db::MAX_VALUES, error::Result};

/// The text of a campaign in the database, as [`Campaign::key`] returns it.
///
/// [`Campaign::key`]: crate::features::visits::beacon::Campaign::key
pub type CampaignKey = String;

/// Name of the lock under which campaigns are erased, and figures of campaigns are stored.
pub const LOCK: &str = "visit campaigns";

/// Lists the campaigns of the events in a span of time.
pub async fn list_of_events(
    connection: &impl ConnectionTrait,
    span: &Range<Timestamp>,
) -> Result<BTreeSet<CampaignKey>> {
    let events = rows::Entity::find()
        .filter(rows::Column::At.gte(span.start.timestamp()))
        .filter(rows::Column::At.lt(span.end.timestamp()))
        .filter(rows::Column::Campaign.is_not_null())
        .select_only()
        .column(rows::Column::Campaign);
    let campaigns = events.distinct().into_tuple::<CampaignKey>().all(connection).await?;
    Ok(campaigns.into_iter().collect())
}

/// Lists all campaigns of stored events and figures.
pub async fn list(connection: &impl ConnectionTrait) -> Result<Vec<CampaignKey>> {
    let events = rows::Entity::find()
        .filter(rows::Column::Campaign.is_not_null())
        .select_only()
        .column(rows::Column::Campaign);
    let days = figures::Entity::find()
        .filter(figures::Column::Dimension.eq(Dimension::Campaign))
        .select_only()
        .column(figures::Column::Value);
    let months = month_figures::Entity::find()
        .filter(month_figures::Column::Dimension.eq(Dimension::Campaign))
        .select_only()
        .column(month_figures::Column::Value);
    let mut found = BTreeSet::<CampaignKey>::new();
    found.extend(events.distinct().into_tuple::<String>().all(connection).await?);
    found.extend(days.distinct().into_tuple::<String>().all(connection).await?);
    found.extend(months.distinct().into_tuple::<String>().all(connection).await?);
    found.remove(REST);
    Ok(found.into_iter().collect())
}

/// Removes campaigns from events, and deletes their figures.
pub async fn erase(connection: &impl ConnectionTrait, campaigns: &[CampaignKey]) -> Result<()> {
    for campaigns in campaigns.chunks(MAX_VALUES) {
        rows::Entity::update_many()
            .col_expr(rows::Column::Campaign, Expr::value(None::<String>))
            .filter(rows::Column::Campaign.is_in(campaigns))
            .exec(connection)
            .await?;
        figures::Entity::delete_many()
            .filter(figures::Column::Dimension.eq(Dimension::Campaign))
            .filter(figures::Column::Value.is_in(campaigns))
            .exec(connection)
            .await?;
        month_figures::Entity::delete_many()
            .filter(month_figures::Column::Dimension.eq(Dimension::Campaign))
            .filter(month_figures::Column::Value.is_in(campaigns))
            .exec(connection)
            .await?;
    }
    Ok(())
}
