//! The API for staff on the main menu. Changes are public at once.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::{
    model::{MenuItem, MenuItemInput, MenuOrder, check_parent},
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
        db::stored,
        error::{ErrorBody, Result},
        http::{IdempotencyKey, IfMatch, JsonBody, PathId, Versioned},
        paging::{Limit, ListLimit, Page},
    },
};

/// Lists up to 100 items in the trash, most recently deleted first.
#[utoipa::path(get, path = "/api/menu-items/trash", tag = "navigation", operation_id = "list_deleted_menu_items",
    params(ListLimit),
    responses(
        (status = 200, body = Vec<MenuItem>)))]
pub async fn list_deleted_menu_items(
    _: Writer,
    State(app): State<App>,
    limit: Limit,
) -> Result<Page<MenuItem>> {
    records::list_deleted(&app, &limit).await
}

/// Returns an item of the menu.
#[utoipa::path(get, path = "/api/menu-items/{id}", tag = "navigation", operation_id = "find_menu_item",
    params(PathId),
    responses(
        (status = 200, body = MenuItem)))]
pub async fn find_menu_item(
    _: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<MenuItem>> {
    records::find(&app, id).await
}

/// Adds an item at the end of the menu or of a submenu.
#[utoipa::path(post, path = "/api/menu-items", tag = "navigation", operation_id = "create_menu_item",
    params(
        ("Idempotency-Key" = Option<String>, Header,
            description = "Identifies the request. A repeated request with the same key returns the item that the first one \
                created")),
    request_body = MenuItemInput,
    responses(
        (status = 201, body = MenuItem),
        (status = 404, description = "`not_found`: the item that the first request created is deleted", body = ErrorBody),
        (status = 409, description = "`too_many_menu_items`: the maximum number of items is reached", body = ErrorBody)))]
pub async fn create_menu_item(
    staff: Writer,
    State(app): State<App>,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(input): JsonBody<MenuItemInput>,
) -> Result<Response> {
    let mut tx = app.db.begin().await?;
    // Locks the content revision before the positions are read, so that concurrent requests get different positions.
    tx.content_changed().await?;
    let id = records::new_id(&app, &staff, key.as_deref());
    if let Some(earlier) = records::find_created::<MenuItem>(&*tx, id).await? {
        return Ok((StatusCode::CREATED, earlier).into_response());
    }
    let parser = LinkParser::read(&*tx, input.target, app.config.origin()).await?;
    let fields = input.parse_new(&parser)?;
    if let Some(parent_id) = input.parent_id {
        let parent = stored::find_for_update::<MenuItem>(&*tx, parent_id).await?;
        check_parent(parent.as_ref().map(|(_, item)| item))?;
    }
    records::require_room::<MenuItem>(&*tx).await?;
    let (version, item) = store::create(&*tx, id, input.parent_id, fields, app.clock.now()).await?;
    audit::record(&app, &tx, &staff.actor(), item.event(Action::MenuItemCreated).after(&item)).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Versioned(version, item)).into_response())
}

/// Changes an item. Missing fields keep their values.
#[utoipa::path(put, path = "/api/menu-items/{id}", tag = "navigation", operation_id = "update_menu_item",
    params(PathId, IfMatch),
    request_body = MenuItemInput,
    responses(
        (status = 200, body = MenuItem)))]
pub async fn update_menu_item(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
    condition: IfMatch,
    JsonBody(change): JsonBody<MenuItemInput>,
) -> Result<Versioned<MenuItem>> {
    let mut tx = app.db.begin().await?;
    tx.content_changed().await?;
    let (version, current) = records::find_for_update::<MenuItem>(&*tx, id).await?;
    condition.check(version)?;
    let parser = LinkParser::read(&*tx, change.target, app.config.origin()).await?;
    let fields = change.parse_change(&current, &parser)?;
    let (version, item) = store::update(&*tx, id, version, fields, app.clock.now()).await?;
    audit::record(&app, &tx, &staff.actor(), item.event(Action::MenuItemUpdated).changed(&current, &item))
        .await?;
    tx.commit().await?;
    Ok(Versioned(version, item))
}

/// Reorders the menu or one submenu. With `seen`, refuses the change if the order has changed since it was read.
#[utoipa::path(put, path = "/api/menu-items/order", tag = "navigation", operation_id = "reorder_menu_items",
    request_body = MenuOrder,
    responses(
        (status = 200, body = Vec<MenuItem>, description = "The items in their new order"),
        (status = 412, description = "`precondition_failed`: the order has changed since `seen` was read", body = ErrorBody)))]
pub async fn reorder_menu_items(
    staff: Writer,
    State(app): State<App>,
    JsonBody(order): JsonBody<MenuOrder>,
) -> Result<Json<Vec<MenuItem>>> {
    let refusal = "A ordem precisa ter todos os itens deste menu, cada um uma vez.";
    let lists = (store::select_present_siblings(order.parent_id), store::select_siblings(order.parent_id));
    let new = NewOrder { ids: &order.ids, seen: order.seen.as_deref(), refusal };
    records::reorder(&app, &staff, lists, new, Event::new(Action::MenuItemReordered)).await
}

/// Moves an item to the trash. It is purged after 30 days. Visitors see neither the item nor its submenu.
#[utoipa::path(delete, path = "/api/menu-items/{id}", tag = "navigation", operation_id = "delete_menu_item",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_menu_item(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<StatusCode> {
    records::delete::<MenuItem>(&app, &staff, id).await
}

/// Restores an item from the trash at its former position. An item outside the trash is returned unchanged.
#[utoipa::path(post, path = "/api/menu-items/{id}/restore", tag = "navigation", operation_id = "restore_menu_item",
    params(PathId),
    responses(
        (status = 200, body = MenuItem),
        (status = 409, description = "`too_many_menu_items`: the maximum number of items is reached; `parent_in_trash`: the item whose \
            submenu contains this one is in the trash", body = ErrorBody)))]
pub async fn restore_menu_item(
    staff: Writer,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<MenuItem>> {
    records::restore::<MenuItem>(&app, &staff, id).await
}
