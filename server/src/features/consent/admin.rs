//! The API with which administrators count and export the choices in the ledger.

use axum::{Json, extract::State, response::Response};
use chrono::TimeDelta;

use super::{
    export,
    model::{COUNTED_DAYS, ConsentSummary},
    store,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::Admin,
    },
    platform::error::Result,
};

/// Counts the choices of visitors in the last 30 days.
#[utoipa::path(get, path = "/api/consents/summary", tag = "consent", operation_id = "summarize_consents",
    responses((status = 200, body = ConsentSummary)))]
pub async fn summarize_consents(_: Admin, State(app): State<App>) -> Result<Json<ConsentSummary>> {
    let since = app.clock.now() - TimeDelta::days(COUNTED_DAYS);
    Ok(Json(store::summary(app.db.reader(), COUNTED_DAYS, since).await?))
}

/// Exports the choices of visitors as CSV, newest first. Each has the text that the visitor saw.
#[utoipa::path(get, path = "/api/consents/export.csv", tag = "consent", operation_id = "export_consents",
    responses((status = 200, body = String, content_type = "text/csv")))]
pub async fn export_consents(admin: Admin, State(app): State<App>) -> Result<Response> {
    let tx = app.db.begin().await?;
    audit::record(&app, &tx, &admin.actor(), Event::new(Action::ConsentExported)).await?;
    tx.commit().await?;
    let texts = store::list_texts(app.db.reader()).await?;
    Ok(export::csv(app, texts))
}
