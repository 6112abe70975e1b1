//! The figures of visits for staff.

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

/// Maximum time that a report waits for its own process's latest visits to be stored.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// Returns the figures of a period, up to the last second.
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

/// Returns the figures of a period as CSV: one row for each day and each value.
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

/// Stores the visits in memory, in a task of its own, because an aborted one would lose them. Without success, the figures are
/// a little older.
async fn store_latest(app: &App) {
    let app = app.clone();
    let written = timeout(MAX_WAIT, tokio::spawn(async move { collector::write(&app).await })).await;
    if let Ok(Ok(Err(cause))) = written {
        tracing::warn!(%cause, "storing visits failed");
    }
}
