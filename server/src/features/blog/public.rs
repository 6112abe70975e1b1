//! The API for reading posts. Visitors get published posts only.

use axum::{extract::State, response::Response};

use super::{
    model::{Post, PostFilter, PostList},
    store,
};
use crate::{
    app::{App, limits::PublicRead},
    foundation::identity::extract::SeesDrafts,
    platform::{
        error::{Error, ErrorBody, Result},
        http::{PathId, Query, Versioned},
        limits::rate_limit::network_of,
        listener::client_ip::ClientIp,
        paging::{PageRequest, Paging},
    },
};

/// Maximum number of posts on a page of the list for visitors. A post may have 100,000 characters.
pub const MAX_FOR_VISITORS: u64 = 25;

/// Lists posts, newest first by default. A page has up to 100 posts, including drafts, for staff, and up to 25 published
/// posts for visitors.
#[utoipa::path(get, path = "/api/blog", tag = "blog", operation_id = "list_posts",
    params(PostFilter, Paging),
    responses((status = 429, description = "`rate_limited`: too many requests or searches from this network", body = ErrorBody),
        (status = 200, body = PostList, headers(
        ("X-Searched-First" = u64, description = "A search for one or two characters reads only this number of \
            posts, in the order of the list. Missing if all posts were searched")))))]
pub async fn list_posts(
    _: PublicRead,
    SeesDrafts(sees_drafts): SeesDrafts,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    Query(filter): Query<PostFilter>,
    request: PageRequest,
) -> Result<Response> {
    if !sees_drafts && filter.search.as_ref().is_some_and(|search| !search.trim().is_empty()) {
        app.limits.searches.take(network_of(ip), app.clock.steady())?;
    }
    let request = if sees_drafts { request } else { request.at_most(MAX_FOR_VISITORS) };
    let filter = if sees_drafts { filter } else { PostFilter { is_published: Some(true), ..filter } };
    let db = app.db.reader();
    let search = store::search(db, &filter).await?;
    let mut items = store::list(db, &filter, &search, request.after, request.rows()).await?;
    if !sees_drafts {
        items.iter_mut().for_each(hide_unpublication);
    }
    let total = store::count_matches(db, &filter, &search, request.total_of(&items)).await?;
    let sort = filter.sort.unwrap_or_default();
    let page = request.page(items, total, |last| sort.cursor(last));
    Ok(page.into_list(|posts| PostList { posts }))
}

/// Returns a post. Visitors get published posts only. Without a session, the `ETag` identifies the answer, for `If-None-Match`.
#[utoipa::path(get, path = "/api/blog/{id}", tag = "blog", operation_id = "find_post",
    params(PathId),
    responses(
        (status = 200, body = Post)))]
pub async fn find_post(
    _: PublicRead,
    SeesDrafts(sees_drafts): SeesDrafts,
    State(app): State<App>,
    PathId(id): PathId,
) -> Result<Versioned<Post>> {
    let (version, mut post) = store::find(app.db.reader(), id).await?.ok_or(Error::NotFound)?;
    if !sees_drafts {
        hide_unpublication(&mut post);
    }
    if post.schedule.is_published || sees_drafts {
        Ok(Versioned(version, post))
    } else {
        Err(Error::NotFound)
    }
}

/// Removes the time of unpublication, because only staff may see it.
fn hide_unpublication(post: &mut Post) {
    post.schedule.unpublish_at = None;
}
