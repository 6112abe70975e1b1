//! What staff do with services. Each change is seen by the next visitor.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    model::{MAX_SERVICES, Service, ServiceInput},
    order::ServiceOrder,
    store,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        identity::extract::Staff,
    },
    platform::{
        db::trash::{require_present, require_room},
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, PathId, Version, Versioned},
        paging::{Limit, ListLimit, Page},
    },
};

const TOO_MANY: Error = Error::Conflict {
    code: "too_many_services",
    message: "O limite é de 100 serviços. Exclua um antes de adicionar outro.",
};

/// Lists the services in the trash, the newest there first, at most 100 of them.
#[utoipa::path(get, path = "/api/services/trash", tag = "services", operation_id = "list_deleted_services",
    params(ListLimit),
    responses(
        (status = 200, body = Vec<Service>, headers(
            ("X-Total-Count" = u64, description = "How many there are")))))]
pub async fn list_deleted_services(_: Staff, State(app): State<App>, limit: Limit) -> Result<Page<Service>> {
    let reader = app.db.reader();
    let items = store::list_deleted(reader, limit.rows()).await?;
    Ok(Page { total: store::count_deleted(reader).await?.into(), items, next: None })
}

/// One service.
#[utoipa::path(get, path = "/api/services/{id}", tag = "services", operation_id = "find_service",
    params(PathId),
    responses(
        (status = 200, body = Service, headers(("ETag" = String, description = "For If-Match")))))]
pub async fn find_service(
    _: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Service>> {
    let (version, service) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    Ok(Versioned(version, service))
}

/// Adds a service.
#[utoipa::path(post, path = "/api/services", tag = "services", operation_id = "create_service",
    request_body = ServiceInput,
    responses(
        (status = 201, body = Service, headers(("ETag" = String, description = "For If-Match"))),
        (status = 409, description = "There are as many as there can be", body = ErrorBody)))]
pub async fn create_service(
    staff: Staff,
    State(app): State<App>,
    JsonBody(input): JsonBody<ServiceInput>,
) -> Result<Response> {
    let details = input.parse_new()?;
    let mut tx = app.db.begin().await?;
    // First, for its lock: services added at once get places of their own.
    tx.content_changed().await?;
    require_room(store::count(&*tx).await?, MAX_SERVICES, TOO_MANY)?;
    let (version, service) = store::create(&*tx, details, app.clock.now()).await?;
    let event = about(Action::ServiceCreated, &service).after(&service);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Versioned(version, service)).into_response())
}

/// Changes a service. Fields left out keep their value.
#[utoipa::path(put, path = "/api/services/{id}", tag = "services", operation_id = "update_service",
    params(PathId, IfMatch),
    request_body = ServiceInput,
    responses((status = 200, body = Service)))]
pub async fn update_service(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(change): JsonBody<ServiceInput>,
) -> Result<Versioned<Service>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, current) = find_present(&*tx, id).await?;
    condition.check(version)?;
    let details = change.parse_change(current.clone())?;
    let (version, service) = store::update(&*tx, id, version, details, app.clock.now()).await?;
    let event = about(Action::ServiceUpdated, &service).changed(&current, &service);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, service))
}

/// Puts the services of a category into another order. Given the order that was seen, it is refused if somebody
/// else has changed it, so that nobody's sorting is lost unseen.
#[utoipa::path(put, path = "/api/services/order", tag = "services", operation_id = "reorder_services",
    request_body = ServiceOrder,
    responses(
        (status = 200, body = Vec<Service>, description = "The category in its new order"),
        (status = 412, description = "The list has changed since `seen` was read", body = ErrorBody)))]
pub async fn reorder_services(
    staff: Staff,
    State(app): State<App>,
    JsonBody(order): JsonBody<ServiceOrder>,
) -> Result<Json<Vec<Service>>> {
    let mut tx = app.db.begin().await?;
    // First, for its lock: what is found here is what is sorted.
    tx.content_changed().await?;
    let before = store::list_category(&*tx, order.category).await?;
    let current: Vec<Uuid> = before.iter().map(|service| service.id).collect();
    order.check(&current)?;
    store::reorder(&*tx, &order.ids).await?;
    let after = store::list_category(&*tx, order.category).await?;
    let event = Event::new(Action::ServiceReordered).about(order.category.label());
    let event = event.before(&titles(&before)).after(&titles(&after));
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Puts a service in the trash, where it stays for 30 days. No visitor sees it any more.
#[utoipa::path(delete, path = "/api/services/{id}", tag = "services", operation_id = "delete_service",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_service(staff: Staff, State(app): State<App>, PathId(id): PathId) -> Result<Response> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (_, service) = find_present(&*tx, id).await?;
    store::set_deleted(&*tx, id, true, app.clock.now()).await?;
    let event = about(Action::ServiceDeleted, &service).before(&service);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Takes a service out of the trash, to the place it had. One that isn't there stays as it is.
#[utoipa::path(post, path = "/api/services/{id}/restore", tag = "services", operation_id = "restore_service",
    params(PathId),
    responses(
        (status = 200, body = Service, headers(("ETag" = String, description = "For If-Match"))),
        (status = 409, description = "There are as many as there can be", body = ErrorBody)))]
pub async fn restore_service(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Service>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, service) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    if service.deleted_at.is_none() {
        return Ok(Versioned(version, service));
    }
    require_room(store::count(&*tx).await?, MAX_SERVICES, TOO_MANY)?;
    let (version, service) = store::set_deleted(&*tx, id, false, app.clock.now()).await?;
    audit::record(&app, &tx, &staff.actor(), about(Action::ServiceRestored, &service)).await?;
    tx.commit().await?;
    Ok(Versioned(version, service))
}

/// Locks a record outside the trash.
async fn find_present(tx: &impl ConnectionTrait, id: Uuid) -> Result<(Version, Service)> {
    require_present(store::find_for_update(tx, id).await?, |(_, service)| service.deleted_at)
}

fn titles(services: &[Service]) -> Value {
    json!({ "order": services.iter().map(|service| &service.title).collect::<Vec<_>>() })
}

fn about(action: Action, service: &Service) -> Event {
    Event::new(action).on(service.id, &service.title)
}
