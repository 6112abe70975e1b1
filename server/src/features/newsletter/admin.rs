//! Subscriptions in the panel. Only administrators can export addresses.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{
    export,
    model::{Subscription, SubscriptionFilter, SubscriptionStatus, SubscriptionSummary},
    public::about,
    store,
};
use crate::{
    app::App,
    foundation::{
        accounts::{
            extract::{Admin, Staff},
            factors::step_up::SteppedUp,
        },
        audit::{self, Event},
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::{PathId, Query},
        paging::{Cursor, Page, Paging, Window},
    },
};

/// Lists subscriptions, the newest first.
#[utoipa::path(get, path = "/api/newsletter/subscriptions", tag = "newsletter",
    operation_id = "list_subscriptions",
    params(SubscriptionFilter, Paging),
    responses(
        (status = 200, body = Vec<Subscription>, headers(
            ("Link" = String, description = "The next page, as RFC 8288 says"),
            ("X-Total-Count" = u64, description = "How many match in all"))),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
pub async fn list_subscriptions(
    _: Staff,
    State(app): State<App>,
    Query(filter): Query<SubscriptionFilter>,
    window: Window,
) -> Result<Page<Subscription>> {
    let items = store::list(app.db.reader(), &filter, window.after, window.rows()).await?;
    let total = store::count(app.db.reader(), &filter).await?;
    Ok(window.page(items, total, |last| Cursor { created_at: last.created_at, id: last.id }))
}

/// Counts the subscriptions of each status.
#[utoipa::path(get, path = "/api/newsletter/subscriptions/summary", tag = "newsletter",
    operation_id = "summarize_subscriptions",
    responses(
        (status = 200, body = SubscriptionSummary),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
pub async fn summarize_subscriptions(_: Staff, State(app): State<App>) -> Result<Json<SubscriptionSummary>> {
    Ok(Json(store::summary(app.db.reader()).await?))
}

/// Exports subscriptions as CSV. The default is the confirmed ones.
#[utoipa::path(get, path = "/api/newsletter/subscriptions/export", tag = "newsletter",
    operation_id = "export_subscriptions",
    params(SubscriptionFilter),
    responses(
        (status = 200, body = String, content_type = "text/csv"),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
pub async fn export_subscriptions(
    SteppedUp(admin): SteppedUp<Admin>,
    State(app): State<App>,
    Query(asked): Query<SubscriptionFilter>,
) -> Result<Response> {
    let status = asked.status.unwrap_or(SubscriptionStatus::Confirmed);
    let filter = SubscriptionFilter { status: Some(status), ..asked };
    let tx = app.db.begin().await?;
    audit::record(&app, &tx, &admin.actor(), Event::new("subscription.exported").after(&filter)).await?;
    tx.commit().await?;
    Ok(export::csv(app, filter))
}

/// Deletes a subscription permanently, with its proof of consent.
#[utoipa::path(delete, path = "/api/newsletter/subscriptions/{id}", tag = "newsletter",
    operation_id = "delete_subscription",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 204),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn delete_subscription(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Response> {
    let tx = app.db.begin().await?;
    let deleted = store::delete(&*tx, id).await?.ok_or(Error::NotFound)?;
    let event = about("subscription.deleted", &deleted);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
