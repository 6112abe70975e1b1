//! Subscriptions in the panel: list, export and deletion.

use axum::{Json, extract::State, http::StatusCode, response::Response};

use super::{
    export,
    model::{Subscription, SubscriptionFilter, SubscriptionStatus, SubscriptionSummary},
    store, suppressions,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::{Admin, Editor, SteppedUp},
    },
    platform::{
        error::{Error, Result},
        http::{PathId, Query},
        paging::{Page, PageRequest, Paging, TimeCursor},
    },
};

/// Lists subscriptions, newest first.
#[utoipa::path(get, path = "/api/newsletter/subscriptions", tag = "newsletter",
    operation_id = "list_subscriptions",
    params(SubscriptionFilter, Paging),
    responses(
        (status = 200, body = Vec<Subscription>)))]
pub async fn list_subscriptions(
    _: Editor,
    State(app): State<App>,
    Query(filter): Query<SubscriptionFilter>,
    request: PageRequest,
) -> Result<Page<Subscription>> {
    let (items, total) = store::lists::list(app.db.reader(), &filter, request.after, request.rows()).await?;
    Ok(request.page(items, total, |last| TimeCursor { time: last.created_at, id: last.id }))
}

/// Counts the subscriptions of each status.
#[utoipa::path(get, path = "/api/newsletter/subscriptions/summary", tag = "newsletter",
    operation_id = "summarize_subscriptions",
    responses((status = 200, body = SubscriptionSummary)))]
pub async fn summarize_subscriptions(_: Editor, State(app): State<App>) -> Result<Json<SubscriptionSummary>> {
    Ok(Json(store::lists::summary(app.db.reader()).await?))
}

/// Exports subscriptions as CSV. Without a status, only confirmed subscriptions. Only administrators have access, because
/// the file contains email addresses.
#[utoipa::path(get, path = "/api/newsletter/subscriptions/export", tag = "newsletter",
    operation_id = "export_subscriptions",
    params(SubscriptionFilter),
    responses((status = 200, body = String, content_type = "text/csv")))]
pub async fn export_subscriptions(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    Query(query): Query<SubscriptionFilter>,
) -> Result<Response> {
    let status = query.status.unwrap_or(SubscriptionStatus::Confirmed);
    let filter = SubscriptionFilter { status: Some(status), ..query };
    let tx = app.db.begin().await?;
    audit::record(&app, &tx, &admin.actor(), Event::new(Action::SubscriptionExported).after(&filter)).await?;
    tx.commit().await?;
    Ok(export::csv(app, filter))
}

/// Deletes a subscription permanently, with its proof of consent. If it had ended, imports leave its address out.
#[utoipa::path(delete, path = "/api/newsletter/subscriptions/{id}", tag = "newsletter",
    operation_id = "delete_subscription",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_subscription(
    staff: Editor,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<StatusCode> {
    let tx = app.db.begin().await?;
    let deleted = store::delete(&*tx, id).await?.ok_or(Error::NotFound)?;
    let ended = [(deleted.email.clone(), deleted.status)];
    suppressions::add_ended(&app.secret_key, &*tx, &ended).await?;
    let event = deleted.event(Action::SubscriptionDeleted);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
