//! The API for staff on services. Changes are public at once.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{
    model::{Service, ServiceInput, ServiceOrder},
    store,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::Writer,
        records::{self, ManagedRecord, NewOrder},
    },
    platform::{
        error::{ErrorBody, Result},
        http::{IdempotencyKey, IfMatch, JsonBody, PathId, Versioned},
        paging::{Limit, ListLimit, Page},
    },
};

/// Lists up to 100 services in the trash, most recently deleted first.
#[utoipa::path(get, path = "/api/services/trash", tag = "services", operation_id = "list_deleted_services",
    params(ListLimit),
    responses(
        (status = 200, body = Vec<Service>)))]
pub async fn list_deleted_services(_: Writer, State(app): State<App>, limit: Limit) -> Result<Page<Service>> {
    records::list_deleted(&app, &limit).await
}

/// Returns a service.
#[utoipa::path(get, path = "/api/services/{id}", tag = "services", operation_id = "find_service",
    params(PathId),
    responses(
        (status = 200, body = Service)))]
pub async fn find_service(
    _: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Service>> {
    records::find(&app, id).await
}

/// Creates a service. It comes after all others unless `position` is set.
#[utoipa::path(post, path = "/api/services", tag = "services", operation_id = "create_service",
    params(
        ("Idempotency-Key" = Option<String>, Header,
            description = "Identifies the request. A repeated request with the same key returns the service that the first one \
                created")),
    request_body = ServiceInput,
    responses(
        (status = 201, body = Service),
        (status = 404, description = "`not_found`: the service that the first request created is deleted", body = ErrorBody),
        (status = 409, description = "`too_many_services`: the maximum number of services is reached", body = ErrorBody)))]
pub async fn create_service(
    staff: Writer,
    State(app): State<App>,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<ServiceInput>,
) -> Result<Response> {
    let position = input.position;
    let fields = input.parse_new()?;
    let mut tx = app.db.begin().await?;
    // Locks the content revision before the positions are read, so that concurrent requests get different positions.
    tx.content_changed().await?;
    let id = records::new_id(&app, &staff, key.as_deref());
    if let Some(earlier) = records::find_created::<Service>(&*tx, id).await? {
        return Ok((StatusCode::CREATED, earlier).into_response());
    }
    records::require_room::<Service>(&*tx).await?;
    let (version, service) = store::create(&*tx, id, fields, position, app.clock.now()).await?;
    audit::record(&app, &tx, &staff.actor(), service.event(Action::ServiceCreated).after(&service)).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Versioned(version, service)).into_response())
}

/// Changes a service. Missing fields keep their values.
#[utoipa::path(put, path = "/api/services/{id}", tag = "services", operation_id = "update_service",
    params(PathId, IfMatch),
    request_body = ServiceInput,
    responses((status = 200, body = Service)))]
pub async fn update_service(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(change): JsonBody<ServiceInput>,
) -> Result<Versioned<Service>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, current) = records::find_for_update::<Service>(&*tx, id).await?;
    condition.check(version)?;
    let position = change.position;
    let fields = change.parse_change(current.fields.clone())?;
    let (version, service) = store::update(&*tx, id, version, fields, position, app.clock.now()).await?;
    let event = service.event(Action::ServiceUpdated).changed(&current, &service);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, service))
}

/// Reorders the services of a category. With `seen`, refuses the change if the order has changed since it was read.
#[utoipa::path(put, path = "/api/services/order", tag = "services", operation_id = "reorder_services",
    request_body = ServiceOrder,
    responses(
        (status = 200, body = Vec<Service>, description = "The services of the category in their new order"),
        (status = 412, description = "`precondition_failed`: the order has changed since `seen` was read", body = ErrorBody)))]
pub async fn reorder_services(
    staff: Writer,
    State(app): State<App>,
    JsonBody(order): JsonBody<ServiceOrder>,
) -> Result<Json<Vec<Service>>> {
    let refusal = "A ordem precisa ter todos os serviços da categoria, cada um uma vez.";
    let lists = (store::select_category(order.category), store::select_all());
    let new = NewOrder { ids: &order.ids, seen: order.seen.as_deref(), refusal };
    let event = Event::new(Action::ServiceReordered).about(order.category.label());
    records::reorder(&app, &staff, lists, new, event).await
}

/// Moves a service to the trash. It is purged after 30 days. Visitors don't see it there.
#[utoipa::path(delete, path = "/api/services/{id}", tag = "services", operation_id = "delete_service",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_service(staff: Writer, State(app): State<App>, PathId(id): PathId) -> Result<StatusCode> {
    records::delete::<Service>(&app, &staff, id).await
}

/// Restores a service from the trash at its former position. A service outside the trash is returned unchanged.
#[utoipa::path(post, path = "/api/services/{id}/restore", tag = "services", operation_id = "restore_service",
    params(PathId),
    responses(
        (status = 200, body = Service),
        (status = 409, description = "`too_many_services`: the maximum number of services is reached", body = ErrorBody)))]
pub async fn restore_service(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Service>> {
    records::restore::<Service>(&app, &staff, id).await
}
