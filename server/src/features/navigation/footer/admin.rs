//! The API for staff on the footer. Changes are public at once.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{
    model::{FooterOrder, FooterSection, FooterSectionInput},
    store,
};
use crate::{
    app::App,
    features::navigation::links::LinkParser,
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

/// Lists up to 100 sections in the trash, most recently deleted first.
#[utoipa::path(get, path = "/api/footer-sections/trash", tag = "navigation",
    operation_id = "list_deleted_footer_sections",
    params(ListLimit),
    responses(
        (status = 200, body = Vec<FooterSection>)))]
pub async fn list_deleted_footer_sections(
    _: Writer,
    State(app): State<App>,
    limit: Limit,
) -> Result<Page<FooterSection>> {
    records::list_deleted(&app, &limit).await
}

/// Returns a section of the footer.
#[utoipa::path(get, path = "/api/footer-sections/{id}", tag = "navigation", operation_id = "find_footer_section",
    params(PathId),
    responses(
        (status = 200, body = FooterSection)))]
pub async fn find_footer_section(
    _: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<FooterSection>> {
    records::find(&app, id).await
}

/// Adds a section at the end of the footer.
#[utoipa::path(post, path = "/api/footer-sections", tag = "navigation", operation_id = "create_footer_section",
    params(
        ("Idempotency-Key" = Option<String>, Header,
            description = "Identifies the request. A repeated request with the same key returns the section that the first one \
                created")),
    request_body = FooterSectionInput,
    responses(
        (status = 201, body = FooterSection),
        (status = 404, description = "`not_found`: the section that the first request created is deleted", body = ErrorBody),
        (status = 409, description = "`too_many_footer_sections`: the maximum number of sections is reached", body = ErrorBody)))]
pub async fn create_footer_section(
    staff: Writer,
    State(app): State<App>,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<FooterSectionInput>,
) -> Result<Response> {
    let mut tx = app.db.begin().await?;
    // Locks the content revision before the positions are read, so that concurrent requests get different positions.
    tx.content_changed().await?;
    let id = records::new_id(&app, &staff, key.as_deref());
    if let Some(earlier) = records::find_created::<FooterSection>(&*tx, id).await? {
        return Ok((StatusCode::CREATED, earlier).into_response());
    }
    let parser = LinkParser::read(&*tx, input.targets(), app.config.origin()).await?;
    let fields = input.parse(None, &parser)?;
    records::require_room::<FooterSection>(&*tx).await?;
    let (version, section) = store::create(&*tx, id, fields, app.clock.now()).await?;
    audit::record(&app, &tx, &staff.actor(), section.event(Action::FooterSectionCreated).after(&section))
        .await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Versioned(version, section)).into_response())
}

/// Changes a section. Missing fields keep their values.
#[utoipa::path(put, path = "/api/footer-sections/{id}", tag = "navigation", operation_id = "update_footer_section",
    params(PathId, IfMatch),
    request_body = FooterSectionInput,
    responses(
        (status = 200, body = FooterSection)))]
pub async fn update_footer_section(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(change): JsonBody<FooterSectionInput>,
) -> Result<Versioned<FooterSection>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, current) = records::find_for_update::<FooterSection>(&*tx, id).await?;
    condition.check(version)?;
    let parser = LinkParser::read(&*tx, change.targets(), app.config.origin()).await?;
    let fields = change.parse(Some(&current), &parser)?;
    let (version, section) = store::update(&*tx, id, version, fields, app.clock.now()).await?;
    let event = section.event(Action::FooterSectionUpdated).changed(&current, &section);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, section))
}

/// Reorders the footer. With `seen`, refuses the change if the order has changed since it was read.
#[utoipa::path(put, path = "/api/footer-sections/order", tag = "navigation",
    operation_id = "reorder_footer_sections",
    request_body = FooterOrder,
    responses(
        (status = 200, body = Vec<FooterSection>, description = "The sections in their new order"),
        (status = 412, description = "`precondition_failed`: the order has changed since `seen` was read", body = ErrorBody)))]
pub async fn reorder_footer_sections(
    staff: Writer,
    State(app): State<App>,
    JsonBody(order): JsonBody<FooterOrder>,
) -> Result<Json<Vec<FooterSection>>> {
    let refusal = "A ordem precisa ter todas as seções do rodapé, cada uma uma vez.";
    let lists = (store::select_present(), store::select_all());
    let new = NewOrder { ids: &order.ids, seen: order.seen.as_deref(), refusal };
    records::reorder(&app, &staff, lists, new, Event::new(Action::FooterSectionReordered)).await
}

/// Moves a section to the trash. It is purged after 30 days. Visitors don't see it there.
#[utoipa::path(delete, path = "/api/footer-sections/{id}", tag = "navigation", operation_id = "delete_footer_section",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_footer_section(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<StatusCode> {
    records::delete::<FooterSection>(&app, &staff, id).await
}

/// Restores a section from the trash at its former position. A section outside the trash is returned unchanged.
#[utoipa::path(post, path = "/api/footer-sections/{id}/restore", tag = "navigation",
    operation_id = "restore_footer_section",
    params(PathId),
    responses(
        (status = 200, body = FooterSection),
        (status = 409, description = "`too_many_footer_sections`: the maximum number of sections is reached", body = ErrorBody)))]
pub async fn restore_footer_section(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<FooterSection>> {
    records::restore::<FooterSection>(&app, &staff, id).await
}
