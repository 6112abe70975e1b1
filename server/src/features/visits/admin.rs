//! The API with which staff read the figures of visits.

use std::time::Duration;

use axum::{Json, extract::State, response::Response};
use tokio::time::timeout;

use super::{
    collector, export,
    period::VisitPeriod,
    report::{self, VisitReport},
};
use crate::{
    app::App,
    foundation::identity::extract::Staff,
    platform::{error::Result, http::Query},
};

/// Maximum time that a request waits until the visits in this process's memory are stored.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// Returns the figures of visits in a period. They include visits until about a second ago.
#[utoipa::path(get, path = "/api/visits", tag = "visits", operation_id = "find_visits",
    params(VisitPeriod),
    responses((status = 200, body = VisitReport)))]
pub async fn find_visits(
    _: Staff,
    State(app): State<App>,
    Query(period): Query<VisitPeriod>,
) -> Result<Json<VisitReport>> {
    let days = period.days(app.clock.now())?;
    store_latest(&app).await;
    Ok(Json(report::read(&app, days).await?))
}

/// Returns the figures of visits in a period as CSV, with one row for each day and each value.
#[utoipa::path(get, path = "/api/visits/export.csv", tag = "visits", operation_id = "export_visits",
    params(VisitPeriod),
    responses((status = 200, body = String, content_type = "text/csv")))]
pub async fn export_visits(
    _: Staff,
    State(app): State<App>,
    Query(period): Query<VisitPeriod>,
) -> Result<Response> {
    let days = period.days(app.clock.now())?;
    store_latest(&app).await;
    Ok(export::csv(report::read(&app, days).await?))
}

/// Stores the visits that are in memory. A separate task does it, because a canceled request would lose them. If it fails
/// or takes too long, the figures lack the latest visits.
async fn store_latest(app: &App) {
    let app = app.clone();
    let written = timeout(MAX_WAIT, tokio::spawn(async move { collector::write(&app).await })).await;
    if let Ok(Ok(Err(cause))) = written {
        tracing::warn!(%cause, "storing visits failed");
    }
}
