//! The API with which administrators list, count, read and change requests about personal data.

use axum::{Json, extract::State};

use super::{
    model::{PrivacyRequest, PrivacyRequestChange, PrivacyRequestFilter, PrivacyRequestSummary, Progress},
    store,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action},
        identity::extract::Admin,
    },
    platform::{
        error::{Error, Result},
        http::{IfMatch, JsonBody, PathId, Query, Versioned},
        paging::{Page, PageRequest, Paging, TimeCursor},
    },
};

/// Lists the requests of a stage: open ones by their deadline, others newest first.
#[utoipa::path(get, path = "/api/privacy-requests", tag = "privacy", operation_id = "list_privacy_requests",
    params(PrivacyRequestFilter, Paging),
    responses((status = 200, body = Vec<PrivacyRequest>)))]
pub async fn list_requests(
    _: Admin,
    State(app): State<App>,
    Query(filter): Query<PrivacyRequestFilter>,
    request: PageRequest,
) -> Result<Page<PrivacyRequest>> {
    let (db, now) = (app.db.reader(), app.clock.now());
    let found = store::list(db, &filter, request.after, request.rows()).await?;
    let total = store::count(db, &filter).await?;
    let items = found.into_iter().map(|item| item.at(now)).collect();
    Ok(request.page(items, total, |last| TimeCursor { time: last.created_at, id: last.id }))
}

/// Counts the requests by stage, and the open ones that are due soon or overdue.
#[utoipa::path(get, path = "/api/privacy-requests/summary", tag = "privacy",
    operation_id = "summarize_privacy_requests",
    responses((status = 200, body = PrivacyRequestSummary)))]
pub async fn summarize_requests(_: Admin, State(app): State<App>) -> Result<Json<PrivacyRequestSummary>> {
    Ok(Json(store::summary(app.db.reader(), app.clock.now()).await?))
}

/// Returns a request.
#[utoipa::path(get, path = "/api/privacy-requests/{id}", tag = "privacy", operation_id = "find_privacy_request",
    params(PathId),
    responses((status = 200, body = PrivacyRequest)))]
pub async fn find_request(
    _: Admin,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<PrivacyRequest>> {
    let (version, found) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    Ok(Versioned(version, found.at(app.clock.now())))
}

/// Changes the state, the reason or the note of a request. Omitted fields keep their value. An unconfirmed request can be
/// opened too, if its sender has proven their identity in another way.
#[utoipa::path(put, path = "/api/privacy-requests/{id}", tag = "privacy", operation_id = "update_privacy_request",
    params(PathId, IfMatch),
    request_body = PrivacyRequestChange,
    responses((status = 200, body = PrivacyRequest)))]
pub async fn update_request(
    admin: Admin,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(change): JsonBody<PrivacyRequestChange>,
) -> Result<Versioned<PrivacyRequest>> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let (version, current) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    condition.check(version)?;
    let progress = Progress::parse(&change, &current)?;
    if progress == Progress::of(&current) {
        return Ok(Versioned(version, current.at(now)));
    }
    let (version, after) = store::update(&*tx, (version, &current), progress, now).await?;
    let event = current.event(Action::PrivacyRequestUpdated).changed(&current, &after);
    audit::record(&app, &tx, &admin.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, after.at(now)))
}
