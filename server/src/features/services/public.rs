//! The API for reading services. Visitors get active services only.

use axum::extract::State;

use super::{model::Service, store};
use crate::{
    app::{App, limits::PublicRead},
    foundation::identity::extract::SeesDrafts,
    platform::{
        error::Result,
        paging::{Limit, ListLimit, Page},
    },
};

/// Lists the services, grouped by detail page. Within a group, they are sorted by position. Visitors get active services only.
#[utoipa::path(get, path = "/api/services", tag = "services", operation_id = "list_services",
    params(ListLimit),
    responses(
        (status = 200, body = Vec<Service>)))]
pub async fn list_services(
    _: PublicRead,
    SeesDrafts(sees_drafts): SeesDrafts,
    State(app): State<App>,
    limit: Limit,
) -> Result<Page<Service>> {
    let reader = app.db.reader();
    let items = if sees_drafts { store::list(reader).await? } else { store::list_active(reader).await? };
    Ok(limit.page(items))
}
