//! Reading and changing the texts of the public pages.

use axum::extract::{Path, State};
use serde_json::Value;

use super::{model::PageName, store};
use crate::{
    accounts::extract::Staff,
    app::App,
    audit::{self, Event},
    kit::{
        error::{Error, ErrorBody, Result},
        http::{IfMatch, JsonBody, Versioned},
    },
};

/// The texts of a page.
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

/// Changes the texts of a page. The next visitor sees them.
#[utoipa::path(put, path = "/api/pages/{name}", tag = "pages", operation_id = "update_page",
    params(
        ("name" = PageName, Path),
        ("If-Match" = Option<String>, Header, description = "Refuses the change if the record is another by now")),
    request_body = Value,
    responses(
        (status = 200, body = Value),
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
    let mut tx = app.db.begin().await?;
    // First, for its lock: of two changes at once the second sees what the first has done.
    tx.content_changed().await?;
    let (version, current) = store::find(&*tx, name).await?;
    condition.check(version)?;
    let version = store::update(&*tx, name, version, document.clone(), app.clock.now()).await?;
    let event = Event::new("page.updated").on("page", name.key(), name.label()).changed(&current, &document);
    audit::record(&app, &tx, &staff.actor(), event).await?;
    tx.commit().await?;
    Ok(Versioned(version, document))
}

type Name = Result<Path<PageName>, axum::extract::rejection::PathRejection>;
