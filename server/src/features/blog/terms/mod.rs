//! The categories and tags of all posts, for suggestions in the panel.

mod store;

use axum::{Json, extract::State};
use sea_orm::ConnectionTrait;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{app::App, foundation::identity::extract::Writer, platform::error::Result};

/// A category or tag.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PostTerm {
    pub name: String,
    /// Number of posts with the category or tag, including drafts.
    pub count: i64,
}

/// The categories and tags of all posts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PostTerms {
    /// The six fixed categories in the order of the blog's filter, then the other categories, most used first.
    pub categories: Vec<PostTerm>,
    /// The 500 most used tags, most used first.
    pub tags: Vec<PostTerm>,
}

/// Lists the categories and tags of all posts, for other features.
pub async fn list_all(connection: &impl ConnectionTrait) -> Result<PostTerms> {
    store::list(connection).await
}

/// Lists the categories and tags of all posts, including drafts.
#[utoipa::path(get, path = "/api/blog/terms", tag = "blog", operation_id = "list_post_terms",
    responses((status = 200, body = PostTerms)))]
pub async fn list_post_terms(_: Writer, State(app): State<App>) -> Result<Json<PostTerms>> {
    Ok(Json(store::list(app.db.reader()).await?))
}
