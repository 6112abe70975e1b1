//! Named filters of the list of contacts. Each is visible only to the user who saved it.

pub mod store;

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::limits::{MAX_FILTER_NAME, MAX_FILTER_QUERY, MAX_SAVED_FILTERS};
use crate::{
    app::App,
    foundation::identity::extract::Support,
    platform::{
        error::{Error, ErrorBody, Result},
        http::{JsonBody, PathId},
        paging::{Limit, ListLimit, Page},
        parse::Fields,
    },
};

/// A new saved filter. Both fields are required. The name must be unique among the caller's filters.
#[derive(Deserialize, ToSchema)]
pub struct SavedFilterInput {
    #[serde(default)]
    pub name: String,
    /// Query string of the list's address in the panel, without '?'.
    #[serde(default)]
    pub query: String,
}

/// A saved filter of the caller.
#[derive(Serialize, ToSchema)]
pub struct SavedFilter {
    pub id: Uuid,
    pub name: String,
    /// Query string of the list's address in the panel, without '?'.
    pub query: String,
}

impl From<store::Row> for SavedFilter {
    fn from(row: store::Row) -> Self {
        Self { id: row.id, name: row.name, query: row.query }
    }
}

/// Lists the caller's filters, oldest first.
#[utoipa::path(get, path = "/api/contacts/filters", tag = "contacts", operation_id = "list_saved_filters",
    params(ListLimit),
    responses((status = 200, body = Vec<SavedFilter>)))]
pub async fn list_saved_filters(
    Support(staff): Support,
    State(app): State<App>,
    limit: Limit,
) -> Result<Page<SavedFilter>> {
    let rows = store::list(app.db.reader(), staff.user.id).await?;
    Ok(limit.page(rows.into_iter().map(Into::into).collect()))
}

/// Saves a filter for the caller.
#[utoipa::path(post, path = "/api/contacts/filters", tag = "contacts", operation_id = "create_saved_filter",
    request_body = SavedFilterInput,
    responses(
        (status = 201, body = SavedFilter),
        (status = 409, description = "`too_many_filters`: the caller has 20 filters", body = ErrorBody)))]
pub async fn create_saved_filter(
    Support(staff): Support,
    State(app): State<App>,
    JsonBody(input): JsonBody<SavedFilterInput>,
) -> Result<Response> {
    let mut fields = Fields::default();
    let name = fields.required_line("name", &input.name, MAX_FILTER_NAME);
    let query = fields.required_line("query", &input.query, MAX_FILTER_QUERY);
    let (name, query) = fields.finish((name, query))?;
    let tx = app.db.begin().await?;
    if store::count(&*tx, staff.user.id).await? >= MAX_SAVED_FILTERS {
        return Err(Error::Conflict {
            code: "too_many_filters",
            message: "Você já tem 20 filtros salvos. Apague um antes de salvar outro.",
        });
    }
    let row = store::create(&*tx, staff.user.id, name, query, app.clock.now()).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(SavedFilter::from(row))).into_response())
}

/// Deletes one of the caller's filters.
#[utoipa::path(delete, path = "/api/contacts/filters/{id}", tag = "contacts", operation_id = "delete_saved_filter",
    params(PathId),
    responses((status = 204)))]
pub async fn delete_saved_filter(
    Support(staff): Support,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<StatusCode> {
    let tx = app.db.begin().await?;
    if !store::delete(&*tx, staff.user.id, id).await? {
        return Err(Error::NotFound);
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
