//! The API for reading the menu and the footer. Visitors get the public parts only.

use axum::extract::State;

use super::{
    footer::{self, model::FooterSection},
    menu::{self, model::MenuItem},
    views,
};
use crate::{
    app::{App, limits::PublicRead},
    foundation::identity::extract::SeesDrafts,
    platform::{
        error::Result,
        paging::{Limit, ListLimit, Page},
    },
};

/// Lists the items of the main menu. Each item is followed by the items of its submenu. Visitors get active items with a public
/// link or submenu.
#[utoipa::path(get, path = "/api/menu-items", tag = "navigation", operation_id = "list_menu_items",
    params(ListLimit),
    responses(
        (status = 200, body = Vec<MenuItem>)))]
pub async fn list_menu_items(
    _: PublicRead,
    SeesDrafts(sees_drafts): SeesDrafts,
    State(app): State<App>,
    limit: Limit,
) -> Result<Page<MenuItem>> {
    let all = menu::store::list(app.db.reader()).await?;
    let items = if sees_drafts { all } else { views::public_items(&all).into_iter().cloned().collect() };
    Ok(limit.page(items))
}

/// Lists the sections of the footer in their order. Visitors get active sections only, without links that aren't public.
#[utoipa::path(get, path = "/api/footer-sections", tag = "navigation", operation_id = "list_footer_sections",
    params(ListLimit),
    responses(
        (status = 200, body = Vec<FooterSection>)))]
pub async fn list_footer_sections(
    _: PublicRead,
    SeesDrafts(sees_drafts): SeesDrafts,
    State(app): State<App>,
    limit: Limit,
) -> Result<Page<FooterSection>> {
    let all = footer::store::list(app.db.reader()).await?;
    let sections = if sees_drafts { all } else { views::public_sections(&all) };
    Ok(limit.page(sections))
}
