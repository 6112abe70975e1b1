//! What a post was before. A version is its text: neither its address nor when visitors see it comes back with one.

use axum::extract::{Path, State, rejection::PathRejection};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::{
    model::{Cover, Post, PostInput},
    save::{self, Saving},
    store,
};
use crate::{
    app::App,
    foundation::{
        history::{
            self,
            model::{HistoryEntry, HistoryPaging, Subject},
        },
        identity::extract::Staff,
        media,
    },
    platform::{
        error::{Error, Result},
        http::{IfMatch, PathId, Query, Versioned},
        paging::Page,
    },
};

/// What of a post a version keeps.
#[derive(Serialize, Deserialize)]
struct PostVersion {
    title: String,
    excerpt: String,
    content: String,
    featured_image: String,
    cover: Cover,
    category: String,
    tags: Vec<String>,
    author: String,
    seo_title: String,
    seo_description: String,
}

pub fn document(post: &Post) -> Result<Value> {
    let Post { title, excerpt, content, featured_image, cover, category, tags, author, .. } = post.clone();
    let Post { seo_title, seo_description, .. } = post.clone();
    let version = PostVersion {
        title,
        excerpt,
        content,
        featured_image,
        cover,
        category,
        tags,
        author,
        seo_title,
        seo_description,
    };
    Ok(serde_json::to_value(version).map_err(anyhow::Error::new)?)
}

#[must_use]
pub fn subject(id: &str) -> Subject<'_> {
    Subject { kind: "post", id }
}

/// The versions of a post, the newest first.
#[utoipa::path(get, path = "/api/blog/{id}/history", tag = "blog", operation_id = "list_post_history",
    params(PathId, HistoryPaging),
    responses(
        (status = 200, body = Vec<HistoryEntry>, headers(
            ("Link" = String, description = "The next page, as RFC 8288 says"),
            ("X-Total-Count" = u64, description = "How many versions are kept")))))]
pub async fn list_post_history(
    _: Staff,
    State(app): State<App>,
    PathId(id): PathId,
    Query(paging): Query<HistoryPaging>,
) -> Result<Page<HistoryEntry>> {
    let reader = app.db.reader();
    store::find(reader, id).await?.ok_or(Error::NotFound)?;
    let path = format!("/api/blog/{id}/history");
    history::store::list(reader, subject(&id.to_string()), &paging, &path).await
}

/// Brings the text of a former version back, as a new one.
#[utoipa::path(post, path = "/api/blog/{id}/history/{version}/restore", tag = "blog",
    operation_id = "restore_post_version",
    params(
        PathId,
        ("version" = i32, Path),
        IfMatch),
    responses(
        (status = 200, body = Post, headers(("ETag" = String, description = "For If-Match")))))]
pub async fn restore_post_version(
    staff: Staff,
    State(app): State<App>,
    path: Result<Path<(Uuid, i32)>, PathRejection>,
    condition: IfMatch,
) -> Result<Versioned<Post>> {
    let Path((id, version)) = path.map_err(|_| Error::NotFound)?;
    let found = history::store::find(app.db.reader(), subject(&id.to_string()), version).await?;
    let former: PostVersion =
        serde_json::from_value(found.ok_or(Error::NotFound)?).map_err(anyhow::Error::new)?;
    let input = PostInput {
        // A picture may have been deleted since.
        featured_image: Some(existing_picture(&app, former.featured_image).await?),
        title: Some(former.title),
        excerpt: Some(former.excerpt),
        content: Some(former.content),
        cover: Some(former.cover),
        category: Some(former.category),
        tags: Some(former.tags),
        author: Some(former.author),
        seo_title: Some(former.seo_title),
        seo_description: Some(former.seo_description),
        ..PostInput::default()
    };
    save::update(&app, &staff, id, &condition, input, Saving::Restoring(version)).await
}

async fn existing_picture(app: &App, url: String) -> Result<String> {
    let is_own = url.starts_with('/');
    let is_gone = is_own && media::store::find_by_url(app.db.reader(), &url).await?.is_none();
    Ok(if is_gone { String::new() } else { url })
}
