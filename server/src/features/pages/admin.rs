//! The content of public pages in the panel: reading and changing it.

use axum::{
    Json,
    extract::{Path, State, rejection::PathRejection},
};
use serde_json::{Value, json};

use super::{
    listing::{PageForm, PageSummary, TextMatch, TextSearch},
    model::PageName,
    search, store,
};
use crate::{
    app::App,
    foundation::{
        accounts::extract::Staff,
        audit::{self, Event},
        history::{
            self,
            model::{Change, Subject},
        },
    },
    platform::{
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, Query, Versioned},
        paging::{Limit, ListLimit},
    },
};

pub type Name = Result<Path<PageName>, PathRejection>;

/// Lists the pages whose content can be changed.
#[utoipa::path(get, path = "/api/pages", tag = "pages", operation_id = "list_pages",
    params(ListLimit),
    responses(
        (status = 200, body = Vec<PageSummary>),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
pub async fn list_pages(_: Staff, State(app): State<App>, limit: Limit) -> Result<Json<Vec<PageSummary>>> {
    let found = store::all(app.db.reader()).await?;
    let summaries = found.into_iter().map(|(name, document, updated_at)| {
        let is_changed = document != name.default_document()?;
        Ok(name.summary(updated_at, is_changed))
    });
    Ok(Json(limit.cut(summaries.collect::<Result<_>>()?)))
}

/// Searches the texts of all pages.
#[utoipa::path(get, path = "/api/pages/texts", tag = "pages", operation_id = "search_page_texts",
    params(TextSearch, ListLimit),
    responses(
        (status = 200, body = Vec<TextMatch>, description = "At most 100"),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
pub async fn search_texts(
    _: Staff,
    State(app): State<App>,
    Query(TextSearch { search }): Query<TextSearch>,
    limit: Limit,
) -> Result<Json<Vec<TextMatch>>> {
    Ok(Json(limit.cut(search::matches(&store::all(app.db.reader()).await?, &search))))
}

/// Returns the form of a page's content.
#[utoipa::path(get, path = "/api/pages/{name}/form", tag = "pages", operation_id = "find_page_form",
    params(("name" = PageName, Path)),
    responses(
        (status = 200, body = PageForm),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn find_form(_: Staff, name: Name) -> Result<Json<PageForm>> {
    let Path(name) = name.map_err(|_| Error::NotFound)?;
    Ok(Json(name.page_form()))
}

/// Returns the content of a page.
#[utoipa::path(get, path = "/api/pages/{name}", tag = "pages", operation_id = "find_page",
    params(("name" = PageName, Path)),
    responses(
        (status = 200, body = Value, headers(("ETag" = String, description = "For If-Match"))),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn find_page(_: Staff, State(app): State<App>, name: Name) -> Result<Versioned<Value>> {
    let Path(name) = name.map_err(|_| Error::NotFound)?;
    let (version, document) = store::find(app.db.reader(), name).await?;
    Ok(Versioned(version, document))
}

/// Changes the content of a page. The change is public at once.
#[utoipa::path(put, path = "/api/pages/{name}", tag = "pages", operation_id = "update_page",
    params(
        ("name" = PageName, Path),
        ("If-Match" = Option<String>, Header, description = "Refuses the change if the record is another by now")),
    request_body = Value,
    responses(
        (status = 200, body = Value, headers(("ETag" = String, description = "For If-Match"))),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 412, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub async fn update_page(
    staff: Staff,
    State(app): State<App>,
    name: Name,
    condition: IfMatch,
    JsonBody(document): JsonBody<Value>,
) -> Result<Versioned<Value>> {
    let Path(name) = name.map_err(|_| Error::NotFound)?;
    let document = name.parse(document)?;
    save(&app, &staff, name, &condition, Deed::Updated, document).await
}

/// Restores the default content of a page. The former content remains in its history.
#[utoipa::path(post, path = "/api/pages/{name}/reset", tag = "pages", operation_id = "reset_page",
    params(
        ("name" = PageName, Path),
        ("If-Match" = Option<String>, Header, description = "Refuses the change if the record is another by now")),
    responses(
        (status = 200, body = Value, headers(("ETag" = String, description = "For If-Match"))),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 412, body = ErrorBody)))]
pub async fn reset_page(
    staff: Staff,
    State(app): State<App>,
    name: Name,
    condition: IfMatch,
) -> Result<Versioned<Value>> {
    let Path(name) = name.map_err(|_| Error::NotFound)?;
    save(&app, &staff, name, &condition, Deed::Reset, name.default_document()?).await
}

/// Change of a page's content.
#[derive(Clone, Copy)]
pub(super) enum Deed {
    Updated,
    Reset,
    /// Restores the version.
    Restored(i32),
}

/// Saves a change with its version, history and audit event.
pub(super) async fn save(
    app: &App,
    staff: &Staff,
    name: PageName,
    condition: &IfMatch,
    deed: Deed,
    document: Value,
) -> Result<Versioned<Value>> {
    let mut tx = app.db.begin().await?;
    // First, for its lock: of two changes at once the second sees what the first has done.
    tx.content_changed().await?;
    let (old, current) = store::find(&*tx, name).await?;
    condition.check(old)?;
    if document == current {
        return Ok(Versioned(old, current));
    }
    // What is as it came follows the program's next release, which may say it better.
    let own = if matches!(deed, Deed::Reset) { json!({}) } else { document.clone() };
    let now = app.clock.now();
    let version = store::update(&*tx, name, old, own, now).await?;
    let (restored_from, action) = match deed {
        Deed::Updated => (None, "page.updated"),
        Deed::Reset => (None, "page.reset"),
        Deed::Restored(from) => (Some(from), "page.restored"),
    };
    let (before, after) = ((old, &current), (version, &document));
    let change = Change { before, after, restored_from, by: staff.0.user.id };
    history::store::record(&*tx, subject(name), change, now).await?;
    let event = Event::new(action).on("page", name.key(), name.label()).changed(&current, &document);
    audit::record(app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, document))
}

pub(super) fn subject(name: PageName) -> Subject<'static> {
    Subject { kind: "page", id: name.key() }
}
