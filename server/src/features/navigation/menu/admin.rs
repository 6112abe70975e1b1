//! What staff do with the main menu. Each change is seen by the next visitor.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use uuid::Uuid;

use super::model::{MAX_MENU_ITEMS, MenuItem, MenuItemInput, MenuOrder, check_parent};
use crate::{
    app::App,
    features::navigation::{link::LinkContext, store::menu as store},
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
    code: "too_many_menu_items",
    message: "O limite é de 60 itens no menu. Exclua um antes de adicionar outro.",
};

/// Lists the entries in the trash, the newest there first, at most 100 of them.
#[utoipa::path(get, path = "/api/menu-items/trash", tag = "navigation", operation_id = "list_deleted_menu_items",
    params(ListLimit),
    responses(
        (status = 200, body = Vec<MenuItem>, headers(
            ("X-Total-Count" = u64, description = "How many there are")))))]
pub async fn list_deleted_menu_items(
    _: Staff,
    State(app): State<App>,
    limit: Limit,
) -> Result<Page<MenuItem>> {
    let reader = app.db.reader();
    let items = store::list_deleted(reader, limit.rows()).await?;
    Ok(Page { total: store::count_deleted(reader).await?.into(), items, next: None })
}

/// One entry of the menu.
#[utoipa::path(get, path = "/api/menu-items/{id}", tag = "navigation", operation_id = "find_menu_item",
    params(PathId),
    responses(
        (status = 200, body = MenuItem, headers(("ETag" = String, description = "For If-Match")))))]
pub async fn find_menu_item(
    _: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<MenuItem>> {
    let (version, item) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    Ok(Versioned(version, item))
}

/// Adds an entry at the end of the menu, or of the submenu that it names.
#[utoipa::path(post, path = "/api/menu-items", tag = "navigation", operation_id = "create_menu_item",
    request_body = MenuItemInput,
    responses(
        (status = 201, body = MenuItem, headers(("ETag" = String, description = "For If-Match"))),
        (status = 409, description = "There are as many as there can be", body = ErrorBody)))]
pub async fn create_menu_item(
    staff: Staff,
    State(app): State<App>,
    JsonBody(input): JsonBody<MenuItemInput>,
) -> Result<Response> {
    let mut tx = app.db.begin().await?;
    // First, for its lock: entries added at once get places of their own.
    tx.content_changed().await?;
    let context = LinkContext::read(&*tx, input.target, app.config.origin()).await?;
    let details = input.parse_new(&context)?;
    if let Some(parent) = input.parent_id {
        let parent = store::find_for_update(&*tx, parent).await?;
        check_parent(parent.as_ref().map(|(_, item)| item))?;
    }
    require_room(store::count(&*tx).await?, MAX_MENU_ITEMS, TOO_MANY)?;
    let (version, item) = store::create(&*tx, input.parent_id, details, app.clock.now()).await?;
    let event = about(Action::MenuItemCreated, &item).after(&item);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Versioned(version, item)).into_response())
}

/// Changes an entry. Fields left out keep their value.
#[utoipa::path(put, path = "/api/menu-items/{id}", tag = "navigation", operation_id = "update_menu_item",
    params(PathId, IfMatch),
    request_body = MenuItemInput,
    responses(
        (status = 200, body = MenuItem, headers(("ETag" = String, description = "For If-Match")))))]
pub async fn update_menu_item(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(change): JsonBody<MenuItemInput>,
) -> Result<Versioned<MenuItem>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, current) = find_present(&*tx, id).await?;
    condition.check(version)?;
    let context = LinkContext::read(&*tx, change.target, app.config.origin()).await?;
    let details = change.parse_change(&current, &context)?;
    let (version, item) = store::update(&*tx, id, version, details, app.clock.now()).await?;
    let event = about(Action::MenuItemUpdated, &item).changed(&current, &item);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, item))
}

/// Puts the menu, or one submenu, into another order. Given the order that was seen, it is refused if somebody else has
/// changed it, so that nobody's sorting is lost unseen.
#[utoipa::path(put, path = "/api/menu-items/order", tag = "navigation", operation_id = "reorder_menu_items",
    request_body = MenuOrder,
    responses(
        (status = 200, body = Vec<MenuItem>, description = "The entries in their new order"),
        (status = 412, description = "The list has changed since `seen` was read", body = ErrorBody)))]
pub async fn reorder_menu_items(
    staff: Staff,
    State(app): State<App>,
    JsonBody(order): JsonBody<MenuOrder>,
) -> Result<Json<Vec<MenuItem>>> {
    let mut tx = app.db.begin().await?;
    // First, for its lock: what is found here is what is sorted.
    tx.content_changed().await?;
    let before = store::list_beside(&*tx, order.parent_id).await?;
    let current: Vec<Uuid> = before.iter().map(|item| item.id).collect();
    order.check(&current)?;
    store::reorder(&*tx, order.parent_id, &order.ids).await?;
    let after = store::list_beside(&*tx, order.parent_id).await?;
    let event = Event::new(Action::MenuItemReordered).before(&labels(&before)).after(&labels(&after));
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Puts an entry in the trash, where it stays for 30 days. No visitor sees it any more, nor what is in its submenu.
#[utoipa::path(delete, path = "/api/menu-items/{id}", tag = "navigation", operation_id = "delete_menu_item",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_menu_item(staff: Staff, State(app): State<App>, PathId(id): PathId) -> Result<Response> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (_, item) = find_present(&*tx, id).await?;
    store::set_deleted(&*tx, id, true, app.clock.now()).await?;
    let event = about(Action::MenuItemDeleted, &item).before(&item);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Takes an entry out of the trash, to the place it had. One that isn't there stays as it is.
#[utoipa::path(post, path = "/api/menu-items/{id}/restore", tag = "navigation", operation_id = "restore_menu_item",
    params(PathId),
    responses(
        (status = 200, body = MenuItem, headers(("ETag" = String, description = "For If-Match"))),
        (status = 409, description = "There are as many as there can be, or its parent is in the trash", body = ErrorBody)))]
pub async fn restore_menu_item(
    staff: Staff,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<MenuItem>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, item) = store::find_for_update(&*tx, id).await?.ok_or(Error::NotFound)?;
    if item.deleted_at.is_none() {
        return Ok(Versioned(version, item));
    }
    refuse_orphan(&*tx, &item).await?;
    require_room(store::count(&*tx).await?, MAX_MENU_ITEMS, TOO_MANY)?;
    let (version, item) = store::set_deleted(&*tx, id, false, app.clock.now()).await?;
    audit::record(&app, &tx, &staff.actor(), about(Action::MenuItemRestored, &item)).await?;
    tx.commit().await?;
    Ok(Versioned(version, item))
}

/// Locks a record outside the trash.
async fn find_present(tx: &impl ConnectionTrait, id: Uuid) -> Result<(Version, MenuItem)> {
    require_present(store::find_for_update(tx, id).await?, |(_, item)| item.deleted_at)
}

async fn refuse_orphan(tx: &impl ConnectionTrait, item: &MenuItem) -> Result<()> {
    let Some(parent) = item.parent_id else { return Ok(()) };
    if store::find(tx, parent).await?.is_some() {
        return Ok(());
    }
    Err(Error::Conflict {
        code: "parent_in_trash",
        message: "Este item fica no submenu de outro que está na lixeira. Restaure primeiro aquele.",
    })
}

fn labels(items: &[MenuItem]) -> Value {
    json!({ "order": items.iter().map(|item| &item.label).collect::<Vec<_>>() })
}

fn about(action: Action, item: &MenuItem) -> Event {
    Event::new(action).on(item.id, &item.label)
}
