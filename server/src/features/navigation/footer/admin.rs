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
        accounts::extract::Staff,
        audit::{self, Event},
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, PathId, Version, Versioned},
        paging::{Limit, ListLimit, Page},
    },
};

/// Lists the sections in the trash, the newest there first, at most 100 of them.
#[utoipa::path(get, path = "/api/footer-sections/trash", tag = "navigation",
    operation_id = "list_deleted_footer_sections",
    params(ListLimit),
    responses(
        (status = 200, body = Vec<FooterSection>, headers(
            ("X-Total-Count" = u64, description = "How many there are"))),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
pub async fn list_deleted_footer_sections(
    _: Staff,
    State(app): State<App>,
    limit: Limit,
) -> Result<Page<FooterSection>> {
    let reader = app.db.reader();
    let items = store::list_trash(reader, limit.rows()).await?;
    Ok(Page { total: store::count_trash(reader).await?.into(), items, next: None })
}

/// One section of the footer.
#[utoipa::path(get, path = "/api/footer-sections/{id}", tag = "navigation", operation_id = "find_footer_section",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = FooterSection, headers(("ETag" = String, description = "For If-Match"))),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
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
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 409, description = "There are as many as there can be", body = ErrorBody),
        (status = 422, body = ErrorBody)))]
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
    refuse_too_many(&*tx).await?;
    let (version, section) = store::create(&*tx, details, app.clock.now()).await?;
    let event = about("footer_section.created", &section).after(&section);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Versioned(version, section)).into_response())
}

/// Changes a section. Fields left out keep their value.
#[utoipa::path(put, path = "/api/footer-sections/{id}", tag = "navigation", operation_id = "update_footer_section",
    params(
        ("id" = uuid::Uuid, Path),
        ("If-Match" = Option<String>, Header, description = "Refuses the change if the record is another by now")),
    request_body = FooterSectionInput,
    responses(
        (status = 200, body = FooterSection, headers(("ETag" = String, description = "For If-Match"))),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 412, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub async fn update_footer_section(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(change): JsonBody<FooterSectionInput>,
) -> Result<Versioned<FooterSection>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, current) = find_kept(&*tx, id).await?;
    condition.check(version)?;
    let context = LinkContext::read(&*tx, change.targets(), app.config.origin()).await?;
    let details = change.parse(Some(&current), &context)?;
    let (version, section) = store::update(&*tx, id, version, details, app.clock.now()).await?;
    let event = about("footer_section.updated", &section).changed(&current, &section);
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
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 412, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
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
    let event = Event::new("footer_section.reordered").before(&titles(&before)).after(&titles(&after));
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Puts a section in the trash, where it stays for 30 days. No visitor sees it any more.
#[utoipa::path(delete, path = "/api/footer-sections/{id}", tag = "navigation", operation_id = "delete_footer_section",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 204),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn delete_footer_section(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Response> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, section) = find_kept(&*tx, id).await?;
    store::set_deleted(&*tx, id, version, Some(app.clock.now())).await?;
    let event = about("footer_section.deleted", &section).before(&section);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Takes a section out of the trash, to the place it had. One that isn't there stays as it is.
#[utoipa::path(post, path = "/api/footer-sections/{id}/restore", tag = "navigation",
    operation_id = "restore_footer_section",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = FooterSection, headers(("ETag" = String, description = "For If-Match"))),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
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
    refuse_too_many(&*tx).await?;
    let (version, section) = store::set_deleted(&*tx, id, version, None).await?;
    audit::record(&app, &tx, &staff.actor(), about("footer_section.restored", &section)).await?;
    tx.commit().await?;
    Ok(Versioned(version, section))
}

/// A section that isn't in the trash, locked until the transaction ends.
async fn find_kept(tx: &impl ConnectionTrait, id: Uuid) -> Result<(Version, FooterSection)> {
    let found = store::find_for_update(tx, id).await?;
    found.filter(|(_, section)| section.deleted_at.is_none()).ok_or(Error::NotFound)
}

async fn refuse_too_many(tx: &impl ConnectionTrait) -> Result<()> {
    if store::count(tx).await? < MAX_FOOTER_SECTIONS {
        return Ok(());
    }
    Err(Error::Conflict {
        code: "too_many_footer_sections",
        message: "O limite é de 12 seções no rodapé. Exclua uma antes de adicionar outra.",
    })
}

fn titles(sections: &[FooterSection]) -> Value {
    json!({ "order": sections.iter().map(|section| &section.title).collect::<Vec<_>>() })
}

fn about(action: &'static str, section: &FooterSection) -> Event {
    Event::new(action).on("footer_section", section.id, &section.title)
}
