//! The SQL that reads `posts` and `post_tags`.

mod media;
mod published;

use std::collections::HashMap;

use anyhow::Context;
use sea_orm::{
    Condition, ConnectionTrait, DerivePartialModel, Order, QueryOrder, QuerySelect, Select,
    entity::prelude::*, sea_query::Query,
};

pub use self::{
    media::{add_used_media, media_uses, replace_media},
    published::{
        count_published, find_locations, find_neighbors, find_old_slug, find_published,
        find_published_by_ids, find_rendered, is_published, list_categories, list_published,
        list_published_after, list_published_slugs, list_related, list_tags,
    },
};
use super::{
    model::{LatestPost, Post, PostFilter, PostSort},
    tables::{
        post_tags,
        posts::{self, Column},
    },
};
use crate::{
    foundation::history::model::Subject,
    platform::{
        db::{pages, trash::require_present},
        error::Result,
        http::Version,
        paging::{TimeCursor, Total},
        search::{
            SearchTerms,
            store::{Search, SearchIndex},
        },
        text,
    },
};

const SEARCH: SearchIndex =
    SearchIndex { table: "posts", has_positions: true, max_numbers: 24, short_list: 1000, first_rows: 2000 };

#[derive(DerivePartialModel)]
#[sea_orm(entity = "posts::Entity")]
struct VersionedRow {
    version: i32,
    #[sea_orm(nested)]
    post: Post,
}

/// Identifies a post in the history of records.
#[must_use]
pub fn history_subject(id: &str) -> Subject<'_> {
    Subject { kind: "post", id, is_lasting: None }
}

/// Runs `query`, which selects posts, and reads their tags.
pub(super) async fn read_posts(
    connection: &impl ConnectionTrait,
    query: Select<posts::Entity>,
) -> Result<Vec<Post>> {
    let mut posts = query.into_partial_model::<Post>().all(connection).await?;
    read_tags(connection, posts.iter_mut()).await?;
    Ok(posts)
}

/// Runs `query`, which selects posts, and reads their versions and tags.
pub(super) async fn read_versioned(
    connection: &impl ConnectionTrait,
    query: Select<posts::Entity>,
) -> Result<Vec<(Version, Post)>> {
    let mut rows = query.into_partial_model::<VersionedRow>().all(connection).await?;
    read_tags(connection, rows.iter_mut().map(|row| &mut row.post)).await?;
    Ok(rows.into_iter().map(|row| (Version(row.version), row.post)).collect())
}

/// Reads the tags of posts that were read without them.
async fn read_tags(connection: &impl ConnectionTrait, posts: impl Iterator<Item = &mut Post>) -> Result<()> {
    let posts: Vec<&mut Post> = posts.collect();
    let tags = post_tags::Entity::find()
        .filter(post_tags::Column::PostId.is_in(posts.iter().map(|post| post.id)))
        .order_by_asc(post_tags::Column::Position)
        .all(connection)
        .await?;
    let mut by_post: HashMap<Uuid, Vec<String>> = HashMap::new();
    for tag in tags {
        by_post.entry(tag.post_id).or_default().push(tag.name);
    }
    for post in posts {
        post.fields.tags = by_post.remove(&post.id).unwrap_or_default();
    }
    Ok(())
}

/// Finds a post outside the trash.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, Post)>> {
    let found = find_anywhere(connection, id).await?;
    Ok(found.filter(|(_, post)| post.deleted_at.is_none()))
}

/// Finds a post, in the trash or not.
pub async fn find_anywhere(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, Post)>> {
    Ok(read_versioned(connection, posts::Entity::find_by_id(id)).await?.pop())
}

/// Finds the post whose current slug is `slug`, in the trash or not.
pub async fn find_by_slug(connection: &impl ConnectionTrait, slug: &str) -> Result<Option<(Version, Post)>> {
    let query = posts::Entity::find().filter(Column::Slug.eq(slug));
    Ok(read_versioned(connection, query).await?.pop())
}

/// Finds a post, in the trash or not, and locks it until the transaction ends.
pub async fn find_for_update(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, Post)>> {
    Ok(read_versioned(connection, posts::Entity::find_by_id(id).lock_exclusive()).await?.pop())
}

/// Finds a post outside the trash and locks it until the transaction ends.
///
/// # Errors
/// Returns [`Error::NotFound`](crate::platform::error::Error::NotFound) if there is none.
pub async fn find_present_for_update(connection: &impl ConnectionTrait, id: Uuid) -> Result<(Version, Post)> {
    require_present(find_for_update(connection, id).await?, |(_, post)| post.deleted_at)
}

/// Reads a post that was written by the current transaction, and fails if it doesn't exist.
pub(super) async fn require_post(connection: &impl ConnectionTrait, id: Uuid) -> Result<(Version, Post)> {
    Ok(find_anywhere(connection, id).await?.context("a post that was just written doesn't exist")?)
}

/// Lists up to `limit` posts of a filter and its `search`, in the order of the filter: newest first by default.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &PostFilter,
    search: &Search,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Post>> {
    let query = search.narrow(connection, filtered(filter), |query| sorted(query, filter));
    let query = sorted_after(query, filter, after);
    read_in_order(connection, query.limit(limit)).await
}

/// Runs `query`, which selects and sorts posts. Reads the ids first, so that the database doesn't read the texts of posts
/// that it sorts but doesn't return.
async fn read_in_order(connection: &impl ConnectionTrait, query: Select<posts::Entity>) -> Result<Vec<Post>> {
    let ids: Vec<Uuid> = query.select_only().column(Column::Id).into_tuple().all(connection).await?;
    let found =
        read_posts(connection, posts::Entity::find().filter(Column::Id.is_in(ids.iter().copied()))).await?;
    let mut by_id: HashMap<Uuid, Post> = found.into_iter().map(|post| (post.id, post)).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

impl PostSort {
    /// Returns the cursor after `post` in a list of this order.
    #[must_use]
    pub fn cursor(self, post: &Post) -> TimeCursor {
        let time = if self.is_by_change() { post.updated_at } else { post.created_at };
        TimeCursor { time, id: post.id }
    }
}

/// Returns the condition of posts that visitors see.
fn is_public() -> Condition {
    Condition::all().add(Column::IsPublished.eq(true)).add(Column::DeletedAt.is_null())
}

/// Lists up to `limit` posts outside the trash without their texts, newest first.
pub async fn list_latest(connection: &impl ConnectionTrait, limit: u64) -> Result<Vec<LatestPost>> {
    let query = posts::Entity::find()
        .select_only()
        .columns([
            Column::Id,
            Column::Title,
            Column::Slug,
            Column::IsPublished,
            Column::PublishAt,
            Column::Author,
            Column::CreatedAt,
        ])
        .filter(Column::DeletedAt.is_null())
        .order_by(Column::CreatedAt, Order::Desc)
        .order_by(Column::Id, Order::Desc)
        .limit(limit);
    Ok(query.into_model().all(connection).await?)
}

/// Counts all posts of a filter, including its search terms.
pub async fn count(connection: &impl ConnectionTrait, filter: &PostFilter) -> Result<u64> {
    let in_order = |query| sorted(query, filter);
    let search = SEARCH.search_all(connection, &filtered(filter), terms(filter), in_order).await?;
    Ok(search.narrow(connection, filtered(filter), in_order).count(connection).await?)
}

/// Runs the search of a filter for a list of the API. Short terms are searched only in the first posts, and the number of
/// matches is limited.
pub async fn search(connection: &impl ConnectionTrait, filter: &PostFilter) -> Result<Search> {
    SEARCH.search(connection, &filtered(filter), terms(filter), |query| sorted(query, filter)).await
}

/// Counts the matches of a search, up to its limit. `listed` is their number if the list has only one page, which makes a
/// query unnecessary.
pub async fn count_matches(
    connection: &impl ConnectionTrait,
    filter: &PostFilter,
    search: &Search,
    listed: Option<u64>,
) -> Result<Total> {
    search.total(connection, filtered(filter), listed, |query| sorted(query, filter)).await
}

fn terms(filter: &PostFilter) -> Option<SearchTerms> {
    SearchTerms::of(filter.search.as_deref())
}

fn sorted(query: Select<posts::Entity>, filter: &PostFilter) -> Select<posts::Entity> {
    sorted_after(query, filter, None)
}

/// Sorts a query in the order of the filter, and continues it after a cursor.
fn sorted_after(
    query: Select<posts::Entity>,
    filter: &PostFilter,
    after: Option<TimeCursor>,
) -> Select<posts::Entity> {
    let sort = filter.sort.unwrap_or_default();
    let column = if sort.is_by_change() { Column::UpdatedAt } else { Column::CreatedAt };
    let order = if sort.is_descending() { Order::Desc } else { Order::Asc };
    pages::sorted_after(query, (column, Column::Id), order, after)
}

/// Selects the posts of a filter outside the trash. Ignores its search terms.
fn filtered(filter: &PostFilter) -> Select<posts::Entity> {
    let mut query = posts::Entity::find().filter(Column::DeletedAt.is_null());
    if let Some(is_scheduled) = filter.is_scheduled {
        let time = Column::PublishAt;
        query = query.filter(if is_scheduled { time.is_not_null() } else { time.is_null() });
    }
    if let Some(is_published) = filter.is_published {
        query = query.filter(Column::IsPublished.eq(is_published));
    }
    if let Some(category) = &filter.category {
        query = query.filter(Column::CategorySlug.eq(text::slug(category)));
    }
    if let Some(tag) = &filter.tag {
        let tagged = Query::select()
            .column(post_tags::Column::PostId)
            .from(post_tags::Entity)
            .and_where(post_tags::Column::Slug.eq(text::slug(tag)))
            .to_owned();
        query = query.filter(Column::Id.in_subquery(tagged));
    }
    query
}
