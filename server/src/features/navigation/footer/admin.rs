//! What staff do with the footer. Each change is seen by the next visitor.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use uuid::Uuid;

use super::model::{FooterOrder, FooterSection, FooterSectionInput, MAX_FOOTER_SECTIONS};
use crate::{
    app::App,
    features::navigation::{link::LinkContext, store::footer as store},
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
    code: "too_many_footer_sections",
    message: "O limite é de 12 seções no rodapé. Exclua uma antes de adicionar outra.",
};

/// Lists the sections in the trash, the newest there first, at most 100 of them.
#[utoipa::path(get, path = "/api/footer-sections/trash", tag = "navigation",
    operation_id = "list_deleted_footer_sections",
    params(ListLimit),
    responses(
        (status = 200, body = Vec<FooterSection>, headers(
            ("X-Total-Count" = u64, description = "How many there are")))))]
pub async fn list_deleted_footer_sections(
    _: Staff,
    State(app): State<App>,
    limit: Limit,
) -> Result<Page<FooterSection>> {
    let reader = app.db.reader();
    let items = store::list_deleted(reader, limit.rows()).await?;
    Ok(Page { total: store::count_deleted(reader).await?.into(), items, next: None })
}

/// One section of the footer.
#[utoipa::path(get, path = "/api/footer-sections/{id}", tag = "navigation", operation_id = "find_footer_section",
    params(PathId),
    responses(
        (status = 200, body = FooterSection, headers(("ETag" = String, description = "For If-Match")))))]
pub async fn find_footer_section(
    _: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<FooterSection>> {
    let (version, section) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    Ok(Versioned(version, section))
}

/// Adds a section at the end of the footer.
#[utoipa::path(post, path = "/api/footer-sections", tag = "navigation", operation_id = "create_footer_section",
    request_body = FooterSectionInput,
    responses(
        (status = 201, body = FooterSection, headers(("ETag" = String, description = "For If-Match"))),
        (status = 409, description = "There are as many as there can be", body = ErrorBody)))]
pub async fn create_footer_section(
    staff: Staff,
    State(app): State<App>,
    JsonBody(input): JsonBody<FooterSectionInput>,
) -> Result<Response> {
    let mut tx = app.db.begin().await?;
    // First, for its lock: sections added at once get places of their own.
    tx.content_changed().await?;
    let context = LinkContext::read(&*tx, input.targets(), app.config.origin()).await?;
    let details = input.parse(None, &context)?;
    require_room(store::count(&*tx).await?, MAX_FOOTER_SECTIONS, TOO_MANY)?;
    let (version, section) = store::create(&*tx, details, app.clock.now()).await?;
    let event = about(Action::FooterSectionCreated, &section).after(&section);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Versioned(version, section)).into_response())
}

/// Changes a section. Fields left out keep their value.
#[utoipa::path(put, path = "/api/footer-sections/{id}", tag = "navigation", operation_id = "update_footer_section",
    params(PathId, IfMatch),
    request_body = FooterSectionInput,
    responses(
        (status = 200, body = FooterSection, headers(("ETag" = String, description = "For If-Match")))))]
pub async fn update_footer_section(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(change): JsonBody<FooterSectionInput>,
) -> Result<Versioned<FooterSection>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, current) = find_present(&*tx, id).await?;
    condition.check(version)?;
    let context = LinkContext::read(&*tx, change.targets(), app.config.origin()).await?;
    let details = change.parse(Some(&current), &context)?;
    let (version, section) = store::update(&*tx, id, version, details, app.clock.now()).await?;
    let event = about(Action::FooterSectionUpdated, &section).changed(&current, &section);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, section))
}

/// Puts the sections into another order. Given the order that was seen, it is refused if somebody else has changed it, so
/// that nobody's sorting is lost unseen.
#[utoipa::path(put, path = "/api/footer-sections/order", tag = "navigation",
    operation_id = "reorder_footer_sections",
    request_body = FooterOrder,
    responses(
        (status = 200, body = Vec<FooterSection>, description = "The sections in their new order"),
        (status = 412, description = "The list has changed since `seen` was read", body = ErrorBody)))]
pub async fn reorder_footer_sections(
    staff: Staff,
    State(app): State<App>,
    JsonBody(order): JsonBody<FooterOrder>,
) -> Result<Json<Vec<FooterSection>>> {
    let mut tx = app.db.begin().await?;
    // First, for its lock: what is found here is what is sorted.
    tx.content_changed().await?;
    let before = store::list(&*tx).await?;
    let current: Vec<Uuid> = before.iter().map(|section| section.id).collect();
    order.check(&current)?;
    store::reorder(&*tx, &order.ids).await?;
    let after = store::list(&*tx).await?;
    let event = Event::new(Action::FooterSectionReordered).before(&titles(&before)).after(&titles(&after));
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Puts a section in the trash, where it stays for 30 days. No visitor sees it any more.
#[utoipa::path(delete, path = "/api/footer-sections/{id}", tag = "navigation", operation_id = "delete_footer_section",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_footer_section(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Response> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (_, section) = find_present(&*tx, id).await?;
    store::set_deleted(&*tx, id, true, app.clock.now()).await?;
    let event = about(Action::FooterSectionDeleted, &section).before(&section);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Takes a section out of the trash, to the place it had. One that isn't there stays as it is.
#[utoipa::path(post, path = "/api/footer-sections/{id}/restore", tag = "navigation",
    operation_id = "restore_footer_section",
    params(PathId),
    responses(
        (status = 200, body = FooterSection, headers(("ETag" = String, description = "For If-Match"))),
        (status = 409, description = "There are as many as there can be", body = ErrorBody)))]
pub async fn restore_footer_section(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<FooterSection>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, section) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    if section.deleted_at.is_none() {
        return Ok(Versioned(version, section));
    }
    require_room(store::count(&*tx).await?, MAX_FOOTER_SECTIONS, TOO_MANY)?;
    let (version, section) = store::set_deleted(&*tx, id, false, app.clock.now()).await?;
    audit::record(&app, &tx, &staff.actor(), about(Action::FooterSectionRestored, &section)).await?;
    tx.commit().await?;
    Ok(Versioned(version, section))
}

/// Locks a record outside the trash.
async fn find_present(tx: &impl ConnectionTrait, id: Uuid) -> Result<(Version, FooterSection)> {
    require_present(store::find_for_update(tx, id).await?, |(_, section)| section.deleted_at)
}

fn titles(sections: &[FooterSection]) -> Value {
    json!({ "order": sections.iter().map(|section| &section.title).collect::<Vec<_>>() })
}

fn about(action: Action, section: &FooterSection) -> Event {
    Event::new(action).on(section.id, &section.title)
}
