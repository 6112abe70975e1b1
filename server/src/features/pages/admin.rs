//! The API for staff on the content of public pages.

use axum::{
    Json,
    extract::{Path, State, rejection::PathRejection},
};
use serde_json::{Value, json};

use super::{
    legal,
    listing::{PageDefault, PageForm, PageSummary, TextMatch, TextSearch},
    model::PageName,
    search, store,
};
use crate::{
    app::App,
    foundation::{
        audit::{self, Action, Event},
        history::{
            self,
            model::{Change, Subject},
        },
        identity::extract::Writer,
    },
    platform::{
        error::{Error, Result},
        http::{IfMatch, JsonBody, Query, Versioned},
        merge_defaults::with_defaults,
        paging::{Limit, ListLimit, Page},
    },
};

/// Extractor of the page name in the path. Handlers answer an unknown name with 404.
pub type NameInPath = Result<Path<PageName>, PathRejection>;

/// Lists all pages with editable content.
#[utoipa::path(get, path = "/api/pages", tag = "pages", operation_id = "list_pages",
    params(ListLimit),
    responses((status = 200, body = Vec<PageSummary>)))]
pub async fn list_pages(_: Writer, State(app): State<App>, limit: Limit) -> Result<Page<PageSummary>> {
    let found = store::list_all(app.db.reader()).await?;
    let summaries = found.into_iter().map(|(name, document, updated_at)| {
        let is_changed = document != name.default_document()?;
        Ok(name.summary(updated_at, is_changed))
    });
    Ok(limit.page(summaries.collect::<Result<_>>()?))
}

/// Searches the texts of all pages.
#[utoipa::path(get, path = "/api/pages/texts", tag = "pages", operation_id = "search_page_texts",
    params(TextSearch, ListLimit),
    responses((status = 200, body = Vec<TextMatch>, description = "Up to 100 matches")))]
pub async fn search_texts(
    _: Writer,
    State(app): State<App>,
    Query(TextSearch { search }): Query<TextSearch>,
    limit: Limit,
) -> Result<Page<TextMatch>> {
    Ok(limit.page(search::matches(&store::list_all(app.db.reader()).await?, &search)))
}

/// Returns the form of a page's content.
#[utoipa::path(get, path = "/api/pages/{name}/form", tag = "pages", operation_id = "find_page_form",
    params(("name" = PageName, Path)),
    responses((status = 200, body = PageForm)))]
pub async fn find_form(_: Writer, name: NameInPath) -> Result<Json<PageForm>> {
    let Path(name) = name.map_err(|_| Error::NotFound)?;
    Ok(Json(name.page_form()))
}

/// Returns the content of a page: an object with the fields that `GET /api/pages/{name}/form` describes.
#[utoipa::path(get, path = "/api/pages/{name}", tag = "pages", operation_id = "find_page",
    params(("name" = PageName, Path)),
    responses(
        (status = 200, body = Value)))]
pub async fn find_page(_: Writer, State(app): State<App>, name: NameInPath) -> Result<Versioned<Value>> {
    let Path(name) = name.map_err(|_| Error::NotFound)?;
    let (version, document) = store::find(app.db.reader(), name).await?;
    Ok(Versioned(version, document))
}

/// Returns the current default content of a page. If a release has changed it since staff first edited the page, also returns
/// the former default content. Comparing both shows which new texts staff may adopt.
#[utoipa::path(get, path = "/api/pages/{name}/default", tag = "pages", operation_id = "find_page_default",
    params(("name" = PageName, Path)),
    responses((status = 200, body = PageDefault)))]
pub async fn find_default(_: Writer, State(app): State<App>, name: NameInPath) -> Result<Json<PageDefault>> {
    let Path(name) = name.map_err(|_| Error::NotFound)?;
    let document = name.default_document()?;
    let original = history::store::find_original(app.db.reader(), subject(name)).await?;
    // Fields that were added to the content type later get their current defaults, so that they don't appear as changed.
    let former = original.map(|former| with_defaults(document.clone(), former));
    Ok(Json(PageDefault { former: former.filter(|former| *former != document), document }))
}

/// Replaces the content of a page. The change is public at once. The content must have exactly the fields of the page's form.
#[utoipa::path(put, path = "/api/pages/{name}", tag = "pages", operation_id = "update_page",
    params(
        ("name" = PageName, Path),
        IfMatch),
    request_body = Value,
    responses(
        (status = 200, body = Value)))]
pub async fn update_page(
    staff: Writer,
    State(app): State<App>,
    name: NameInPath,
    condition: IfMatch,
    JsonBody(document): JsonBody<Value>,
) -> Result<Versioned<Value>> {
    let Path(name) = name.map_err(|_| Error::NotFound)?;
    let document = name.parse(document)?;
    save(&app, &staff, name, &condition, PageChange::Update, document).await
}

/// Restores the default content of a page. The former content remains in the history of the page.
#[utoipa::path(post, path = "/api/pages/{name}/reset", tag = "pages", operation_id = "reset_page",
    params(
        ("name" = PageName, Path),
        IfMatch),
    responses(
        (status = 200, body = Value)))]
pub async fn reset_page(
    staff: Writer,
    State(app): State<App>,
    name: NameInPath,
    condition: IfMatch,
) -> Result<Versioned<Value>> {
    let Path(name) = name.map_err(|_| Error::NotFound)?;
    save(&app, &staff, name, &condition, PageChange::Reset, name.default_document()?).await
}

/// Why the content of a page is saved.
#[derive(Clone, Copy)]
pub(super) enum PageChange {
    Update,
    Reset,
    /// Restores this version.
    Restore(i32),
}

/// Saves content, its version in the history and its audit event in one transaction. Saves nothing if the content is the same.
pub(super) async fn save(
    app: &App,
    staff: &Writer,
    name: PageName,
    condition: &IfMatch,
    change: PageChange,
    document: Value,
) -> Result<Versioned<Value>> {
    let mut tx = app.db.begin().await?;
    // Locks the content revision before the content is read, so that the second of two concurrent changes reads the result
    // of the first.
    tx.content_changed().await?;
    let (old, current) = store::find(&*tx, name).await?;
    condition.check(old)?;
    if document == current {
        return Ok(Versioned(old, current));
    }
    // An empty document uses the default content of the current release, even after an update of the program.
    let stored = if matches!(change, PageChange::Reset) { json!({}) } else { document.clone() };
    let now = app.clock.now();
    if legal::is_legal(name) {
        legal::refuse_future_date(&document, now)?;
    }
    let version = store::update(&*tx, name, old, stored, now).await?;
    let (restored_from, action) = match change {
        PageChange::Update => (None, Action::PageUpdated),
        PageChange::Reset => (None, Action::PageReset),
        PageChange::Restore(from) => (Some(from), Action::PageRestored),
    };
    let (before, after) = ((old, &current), (version, &document));
    let versions = Change { before, after, restored_from, by: staff.0.user.id };
    history::store::record(&*tx, subject(name), versions, now).await?;
    let event = Event::new(action).on(name.key(), name.label()).changed(&current, &document);
    audit::record(app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, document))
}

/// Identifies a page in the history of records.
#[must_use]
pub fn subject(name: PageName) -> Subject<'static> {
    let is_lasting = legal::is_legal(name).then_some(legal::is_lasting as _);
    Subject { kind: "page", id: name.key(), is_lasting }
}
