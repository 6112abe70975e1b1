//! Reading posts. Whoever isn't staff gets published ones only.

use axum::{extract::State, response::Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{
    model::{Post, PostFilter, PostList},
    store,
};
use crate::{
    accounts::extract::SeesDrafts,
    app::App,
    kit::{
        error::{Error, ErrorBody, Result},
        http::{PathId, Query, Versioned},
        paging::{self, Cursor, Page},
    },
};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// Where the page before ended; from its `Link` header.
    cursor: Option<String>,
    /// 1 to 100, default 100.
    limit: Option<u64>,
}

/// Lists posts, the newest first. Drafts are for staff.
#[utoipa::path(get, path = "/api/blog", tag = "blog", operation_id = "list_posts",
    params(PostFilter, Paging),
    responses((status = 200, body = PostList, headers(
        ("Link" = String, description = "The next page, as RFC 8288 says"),
        ("X-Total-Count" = u64, description = "How many match in all")))))]
pub async fn list_posts(
    SeesDrafts(sees_drafts): SeesDrafts,
    State(app): State<App>,
    Query(filter): Query<PostFilter>,
    Query(paging): Query<Paging>,
) -> Result<Response> {
    let filter = if sees_drafts { filter } else { PostFilter { is_published: Some(true), ..filter } };
    let after = paging.cursor.as_deref().map(Cursor::decode).transpose()?;
    let limit = paging::limit(paging.limit)?;
    let mut items = store::list(app.db.reader(), &filter, after, limit + 1).await?;
    let total = store::count(app.db.reader(), &filter).await?;
    let more = items.len() as u64 > limit;
    items.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let next = items
        .last()
        .filter(|_| more)
        .map(|last| next_page(&filter, limit, Cursor { created_at: last.created_at, id: last.id }));
    Ok(Page { items, total, next }.into_list(|posts| PostList { posts }))
}

fn next_page(filter: &PostFilter, limit: u64, cursor: Cursor) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.append_pair("cursor", &cursor.encode()).append_pair("limit", &limit.to_string());
    let texts = [("search", &filter.search), ("category", &filter.category), ("tag", &filter.tag)];
    for (name, value) in texts {
        if let Some(value) = value {
            query.append_pair(name, value);
        }
    }
    if let Some(is_published) = filter.is_published {
        query.append_pair("is_published", &is_published.to_string());
    }
    format!("/api/blog?{}", query.finish())
}

/// One post. A draft is for staff.
#[utoipa::path(get, path = "/api/blog/{id}", tag = "blog", operation_id = "find_post",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = Post, headers(("ETag" = String, description = "For If-Match"))),
        (status = 404, body = ErrorBody)))]
pub async fn find_post(
    SeesDrafts(sees_drafts): SeesDrafts,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Post>> {
    let (version, post) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    if post.is_published || sees_drafts { Ok(Versioned(version, post)) } else { Err(Error::NotFound) }
}
