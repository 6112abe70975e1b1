//! The audit log for administrators: listing and exporting events.

use axum::{
    Json,
    extract::{Path, State, rejection::PathRejection},
    http::Uri,
    response::Response,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{
    Action, Event, export,
    model::{AuditEvent, AuditFilter},
    record, store,
};
use crate::{
    app::App,
    foundation::identity::extract::{Admin, StepUpRequired, SteppedUp},
    platform::{
        error::{Error, Result},
        http::Query,
        paging::{self, Page, next_path},
    },
};

/// The query parameters that request a page of events.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditPaging {
    /// The cursor in the `Link` header of the previous page: a sequence number. Only earlier events are returned.
    cursor: Option<i64>,
    /// Number of events, 1 to 100. Default 100.
    limit: Option<u64>,
}

/// Lists events, newest first.
#[utoipa::path(get, path = "/api/audit", tag = "audit", operation_id = "list_audit_events",
    params(AuditFilter, AuditPaging),
    responses((status = 200, body = Vec<AuditEvent>, headers(
        ("X-Searched-First" = u64, description = "A search reads only this number of events, the newest of the period. Missing if \
            all events of the period were searched")))))]
pub async fn list_events(
    _: Admin,
    State(app): State<App>,
    Query(filter): Query<AuditFilter>,
    Query(paging): Query<AuditPaging>,
    uri: Uri,
) -> Result<Page<AuditEvent>> {
    let limit = paging::limit(paging.limit)?;
    let (mut items, total) = store::page(app.db.reader(), &filter, paging.cursor, limit).await?;
    let has_more = items.len() as u64 > limit;
    items.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let next =
        items.last().filter(|_| has_more).map(|last| next_path(&uri, &last.sequence.to_string(), limit));
    Ok(Page { items, total, next })
}

/// Returns an event.
#[utoipa::path(get, path = "/api/audit/{sequence}", tag = "audit", operation_id = "find_audit_event",
    params(("sequence" = i64, Path, description = "Position of the event in the log")),
    responses((status = 200, body = AuditEvent)))]
pub async fn find_event(
    _: Admin,
    State(app): State<App>,
    sequence: Result<Path<i64>, PathRejection>,
) -> Result<Json<AuditEvent>> {
    let Path(sequence) = sequence.map_err(|_| Error::NotFound)?;
    store::find(app.db.reader(), sequence).await?.map(Json).ok_or(Error::NotFound)
}

/// Exports events as CSV for a spreadsheet, newest first. The export is recorded as an event.
#[utoipa::path(get, path = "/api/audit/export.csv", tag = "audit", operation_id = "export_audit_events",
    params(AuditFilter),
    responses((status = 200, body = String, content_type = "text/csv"), StepUpRequired))]
pub async fn export_events(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    Query(filter): Query<AuditFilter>,
) -> Result<Response> {
    let tx = app.db.begin().await?;
    record(&app, &tx, &admin.actor(), Event::new(Action::AuditExported).after(&filter)).await?;
    tx.commit().await?;
    Ok(export::csv(app, filter))
}
