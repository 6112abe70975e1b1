//! Reading the menu and the footer.

use axum::extract::State;

use super::{footer::model::FooterSection, menu::model::MenuItem, store, views};
use crate::{
    app::{App, limits::PublicRead},
    foundation::identity::extract::SeesDrafts,
    platform::{
        error::Result,
        paging::{Limit, ListLimit, Page},
    },
};

/// Lists the entries of the main menu, each followed by those of its submenu. Only staff get those that aren't shown.
#[utoipa::path(get, path = "/api/menu-items", tag = "navigation", operation_id = "list_menu_items",
    params(ListLimit),
    responses(
        (status = 200, body = Vec<MenuItem>, headers(
            ("X-Total-Count" = u64, description = "How many there are")))))]
pub async fn list_menu_items(
    _: PublicRead,
    SeesDrafts(sees_drafts): SeesDrafts,
    State(app): State<App>,
    limit: Limit,
) -> Result<Page<MenuItem>> {
    let all = store::menu::list(app.db.reader()).await?;
    let items = if sees_drafts { all } else { views::shown_items(&all) };
    Ok(limit.page(items))
}

/// Lists the sections of the footer in their order. Only staff get those that aren't active, and links that lead nowhere.
#[utoipa::path(get, path = "/api/footer-sections", tag = "navigation", operation_id = "list_footer_sections",
    params(ListLimit),
    responses(
        (status = 200, body = Vec<FooterSection>, headers(
            ("X-Total-Count" = u64, description = "How many there are")))))]
pub async fn list_footer_sections(
    _: PublicRead,
    SeesDrafts(sees_drafts): SeesDrafts,
    State(app): State<App>,
    limit: Limit,
) -> Result<Page<FooterSection>> {
    let mut items = store::footer::list(app.db.reader()).await?;
    if !sees_drafts {
        items.retain(|section| section.is_active);
        for section in &mut items {
            section.content.links.iter_mut().for_each(|links| links.retain(|link| link.is_public));
        }
    }
    Ok(limit.page(items))
}
