//! The API for listing and restoring former versions of a page's content.

use axum::extract::{Path, State, rejection::PathRejection};
use serde_json::Value;

use super::{
    admin::{NameInPath, PageChange, save, subject},
    model::PageName,
};
use crate::{
    app::App,
    foundation::{
        history::{
            self,
            model::{HistoryEntry, HistoryPaging},
        },
        identity::extract::Writer,
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::{IfMatch, Query, Versioned},
        merge_defaults::with_defaults,
        paging::Page,
    },
};

/// Lists the versions of a page's content, newest first.
#[utoipa::path(get, path = "/api/pages/{name}/history", tag = "pages", operation_id = "list_page_history",
    params(("name" = PageName, Path), HistoryPaging),
    responses(
        (status = 200, body = Vec<HistoryEntry>)))]
pub async fn list_history(
    _: Writer,
    State(app): State<App>,
    name: NameInPath,
    Query(paging): Query<HistoryPaging>,
) -> Result<Page<HistoryEntry>> {
    let Path(name) = name.map_err(|_| Error::NotFound)?;
    let path = format!("/api/pages/{}/history", name.key());
    history::store::list(app.db.reader(), subject(name), &paging, &path).await
}

/// Restores a former version of a page's content. The result is a new version.
#[utoipa::path(post, path = "/api/pages/{name}/history/{version}/restore", tag = "pages",
    operation_id = "restore_page",
    params(
        ("name" = PageName, Path),
        ("version" = i32, Path),
        IfMatch),
    responses(
        (status = 200, body = Value),
        (status = 422, description = "`invalid_fields`: the former version is no longer valid", body = ErrorBody)))]
pub async fn restore_page(
    staff: Writer,
    State(app): State<App>,
    path: Result<Path<(PageName, i32)>, PathRejection>,
    condition: IfMatch,
) -> Result<Versioned<Value>> {
    let Path((name, version)) = path.map_err(|_| Error::NotFound)?;
    let former = history::store::find(app.db.reader(), subject(name), version).await?;
    let former = former.ok_or(Error::NotFound)?;
    // The former version may lack fields that were added to the content type later.
    let document = name.parse(with_defaults(name.default_document()?, former))?;
    save(&app, &staff, name, &condition, PageChange::Restore(version), document).await
}
