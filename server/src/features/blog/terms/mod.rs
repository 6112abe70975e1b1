//! Categories and tags for the editor's suggestions.

mod store;

use axum::{Json, extract::State};
use sea_orm::ConnectionTrait;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{app::App, foundation::identity::extract::Staff, platform::error::Result};

/// A category or tag.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PostTerm {
    pub name: String,
    /// Number of posts that have it.
    pub count: i64,
}

/// The six categories of the blog's filter in its order, then the other categories, most used first; and the 500 most used
/// tags.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PostTerms {
    pub categories: Vec<PostTerm>,
    pub tags: Vec<PostTerm>,
}

/// Lists the categories and tags of all posts, for other features.
pub async fn list_all(connection: &impl ConnectionTrait) -> Result<PostTerms> {
    store::list(connection).await
}

/// Lists the categories and tags of all posts, including drafts.
#[utoipa::path(get, path = "/api/blog/terms", tag = "blog", operation_id = "list_post_terms",
    responses((status = 200, body = PostTerms)))]
pub async fn list_post_terms(_: Staff, State(app): State<App>) -> Result<Json<PostTerms>> {
    Ok(Json(store::list(app.db.reader()).await?))
}
