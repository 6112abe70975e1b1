//! What staff do with services. Each change is seen by the next visitor.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{
    model::{MOST_SERVICES, Service, ServiceInput},
    store,
};
use crate::{
    accounts::extract::Staff,
    app::App,
    audit::{self, Event},
    kit::{
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, PathId, Versioned},
    },
};

/// One service.
#[utoipa::path(get, path = "/api/services/{id}", tag = "services", operation_id = "find_service",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = Service, headers(("ETag" = String, description = "For If-Match"))),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
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
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 409, description = "There are as many as there can be", body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub async fn create_service(
    staff: Staff,
    State(app): State<App>,
    JsonBody(input): JsonBody<ServiceInput>,
) -> Result<Response> {
    let details = input.parse_new()?;
    let mut tx = app.db.begin().await?;
    // First, for its lock: services added at once get places of their own.
    tx.content_changed().await?;
    if store::count(&*tx).await? >= MOST_SERVICES {
        return Err(Error::Conflict {
            code: "too_many_services",
            message: "O limite é de 100 serviços. Exclua um antes de adicionar outro.",
        });
    }
    let (version, service) = store::create(&*tx, details, app.clock.now()).await?;
    let event = about("service.created", &service).after(&service);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Versioned(version, service)).into_response())
}

/// Changes a service. Fields left out keep their value.
#[utoipa::path(put, path = "/api/services/{id}", tag = "services", operation_id = "update_service",
    params(
        ("id" = uuid::Uuid, Path),
        ("If-Match" = Option<String>, Header, description = "Refuses the change if the record is another by now")),
    request_body = ServiceInput,
    responses(
        (status = 200, body = Service),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 412, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub async fn update_service(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(change): JsonBody<ServiceInput>,
) -> Result<Versioned<Service>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, current) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    condition.check(version)?;
    let details = change.parse_change(current.clone())?;
    let (version, service) = store::update(&*tx, id, version, details, app.clock.now()).await?;
    let event = about("service.updated", &service).changed(&current, &service);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, service))
}

/// Deletes a service for good.
#[utoipa::path(delete, path = "/api/services/{id}", tag = "services", operation_id = "delete_service",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 204),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn delete_service(staff: Staff, State(app): State<App>, PathId(id): PathId) -> Result<Response> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (_, service) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    store::delete(&*tx, id).await?;
    let event = about("service.deleted", &service).before(&service);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

fn about(action: &'static str, service: &Service) -> Event {
    Event::new(action).on("service", service.id, &service.title)
}
