//! All SQL on `posts`, `post_tags`, `post_slugs` and `post_previews`.

mod media;
pub mod previews;
mod published;
pub mod schedule;
mod tables;
mod terms;
pub mod trash;
mod writing;

use std::collections::HashMap;

use anyhow::Context;
use sea_orm::{
    Condition, ConnectionTrait, Order, QueryOrder, QuerySelect, Select, entity::prelude::*, sea_query::Query,
};

pub(super) use self::tables::posts;
use self::tables::{post_tags, posts::Column};
pub use self::{
    media::{media_uses, redirect_media},
    published::{
        Named, PostPlace, PublishedPost, addresses, categories, count_published, find_old_slug,
        find_published, find_whole, is_published, list_published, neighbors, places, related, tags,
    },
    terms::terms,
    writing::{create, update},
};
use super::model::{LatestPost, Post, PostFilter, PostSort};
use crate::platform::{
    error::Result,
    http::Version,
    paging::{Cursor, Total},
    search::{
        SearchTerms,
        store::{Search, SearchIndex},
    },
    text,
};

const SEARCH: SearchIndex =
    SearchIndex { table: "posts", has_positions: true, max_numbers: 24, short_list: 1000, first: 2000 };

/// The post of a row, without its tags.
fn post(row: posts::Model) -> Post {
    Post {
        id: row.id,
        title: row.title,
        slug: row.slug,
        excerpt: row.excerpt,
        content: row.content,
        featured_image: row.featured_image,
        cover: row.cover,
        category: row.category,
        tags: Vec::new(),
        is_published: row.is_published,
        author: row.author,
        read_minutes: row.read_minutes,
        created_at: row.created_at,
        updated_at: row.updated_at,
        published_at: row.published_at,
        publish_at: row.publish_at,
        unpublish_at: row.unpublish_at,
        seo_title: row.seo_title,
        seo_description: row.seo_description,
        deleted_at: row.deleted_at,
    }
}

/// Adds the tags to posts that were read without them.
async fn with_tags(connection: &impl ConnectionTrait, mut posts: Vec<Post>) -> Result<Vec<Post>> {
    let tags = post_tags::Entity::find()
        .filter(post_tags::Column::PostId.is_in(posts.iter().map(|post| post.id)))
        .order_by_asc(post_tags::Column::Position)
        .all(connection)
        .await?;
    let mut by_post: HashMap<Uuid, Vec<String>> = HashMap::new();
    for tag in tags {
        by_post.entry(tag.post_id).or_default().push(tag.name);
    }
    for post in &mut posts {
        post.tags = by_post.remove(&post.id).unwrap_or_default();
    }
    Ok(posts)
}

async fn with_own_tags(connection: &impl ConnectionTrait, row: posts::Model) -> Result<Post> {
    let mut posts = with_tags(connection, vec![post(row)]).await?;
    Ok(posts.pop().context("a post for its row")?)
}

/// A post that isn't in the trash.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, Post)>> {
    let found = find_anywhere(connection, id).await?;
    Ok(found.filter(|(_, post)| post.deleted_at.is_none()))
}

/// The post, in the trash or not.
pub async fn find_anywhere(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, Post)>> {
    let Some(row) = posts::Entity::find_by_id(id).one(connection).await? else { return Ok(None) };
    Ok(Some((Version(row.version), with_own_tags(connection, row).await?)))
}

/// The post that has the slug now.
pub async fn find_by_slug(connection: &impl ConnectionTrait, slug: &str) -> Result<Option<(Version, Post)>> {
    let row = posts::Entity::find().filter(Column::Slug.eq(slug)).one(connection).await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some((Version(row.version), with_own_tags(connection, row).await?)))
}

/// The post, locked until the transaction ends; one in the trash as well.
pub async fn find_for_update(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, Post)>> {
    let row = posts::Entity::find_by_id(id).lock_exclusive().one(connection).await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some((Version(row.version), with_own_tags(connection, row).await?)))
}

/// Posts in the order asked for; by default the newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &PostFilter,
    search: &Search,
    after: Option<Cursor>,
    limit: u64,
) -> Result<Vec<Post>> {
    let query = search.narrow(connection, filtered(filter), |query| sorted(query, filter));
    let query = following(query, filter, after);
    with_tags(connection, rows(connection, query.limit(limit)).await?).await
}

/// What a sorted query has: ids first, so that the texts of posts that are sorted but not listed stay unread.
async fn rows(connection: &impl ConnectionTrait, query: Select<posts::Entity>) -> Result<Vec<Post>> {
    let ids: Vec<Uuid> = query.select_only().column(Column::Id).into_tuple().all(connection).await?;
    let rows = posts::Entity::find().filter(Column::Id.is_in(ids.iter().copied()));
    let posts = rows.into_partial_model::<Post>().all(connection).await?;
    let mut posts: HashMap<Uuid, Post> = posts.into_iter().map(|post| (post.id, post)).collect();
    Ok(ids.iter().filter_map(|id| posts.remove(id)).collect())
}

impl PostSort {
    /// Where a list in this order goes on after `post`.
    #[must_use]
    pub fn cursor(self, post: &Post) -> Cursor {
        let moment = if self.is_by_change() { post.updated_at } else { post.created_at };
        Cursor { created_at: moment, id: post.id }
    }
}

/// What comes after a cursor in the order of a moment.
fn page(
    query: Select<posts::Entity>,
    column: Column,
    is_descending: bool,
    after: Option<Cursor>,
) -> Select<posts::Entity> {
    let (order, mut query) = (if is_descending { Order::Desc } else { Order::Asc }, query);
    if let Some(Cursor { created_at: moment, id }) = after {
        let (at_once, beyond, next) = if is_descending {
            (column.lte(moment), column.lt(moment), Column::Id.lt(id))
        } else {
            (column.gte(moment), column.gt(moment), Column::Id.gt(id))
        };
        let same_moment = Condition::all().add(column.eq(moment)).add(next);
        query = query.filter(at_once).filter(Condition::any().add(beyond).add(same_moment));
    }
    query.order_by(column, order.clone()).order_by(Column::Id, order)
}

/// What visitors may see.
fn is_public() -> Condition {
    Condition::all().add(Column::IsPublished.eq(true)).add(Column::DeletedAt.is_null())
}

/// The posts made last, the newest first, without their texts.
pub async fn latest(connection: &impl ConnectionTrait, limit: u64) -> Result<Vec<LatestPost>> {
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

/// How many there are, however many they are.
pub async fn count(connection: &impl ConnectionTrait, filter: &PostFilter) -> Result<u64> {
    let in_order = |query| sorted(query, filter);
    let search = SEARCH.search_all(connection, &filtered(filter), words(filter), in_order).await?;
    Ok(search.narrow(connection, filtered(filter), in_order).count(connection).await?)
}

/// Which posts of a filter the panel's list has.
pub async fn search(connection: &impl ConnectionTrait, filter: &PostFilter) -> Result<Search> {
    SEARCH.search(connection, &filtered(filter), words(filter), |query| sorted(query, filter)).await
}

/// As many as are worth counting there; `listed` if those that were listed are all.
pub async fn total(
    connection: &impl ConnectionTrait,
    filter: &PostFilter,
    search: &Search,
    listed: Option<u64>,
) -> Result<Total> {
    search.total(connection, filtered(filter), listed, |query| sorted(query, filter)).await
}

fn words(filter: &PostFilter) -> Option<SearchTerms> {
    SearchTerms::of(filter.search.as_deref())
}

fn sorted(query: Select<posts::Entity>, filter: &PostFilter) -> Select<posts::Entity> {
    following(query, filter, None)
}

/// What comes after a cursor in the order asked for.
fn following(
    query: Select<posts::Entity>,
    filter: &PostFilter,
    after: Option<Cursor>,
) -> Select<posts::Entity> {
    let sort = filter.sort.unwrap_or_default();
    let column = if sort.is_by_change() { Column::UpdatedAt } else { Column::CreatedAt };
    page(query, column, sort.is_descending(), after)
}

/// Whatever words are searched for.
fn filtered(filter: &PostFilter) -> Select<posts::Entity> {
    let mut query = posts::Entity::find().filter(Column::DeletedAt.is_null());
    if let Some(is_scheduled) = filter.is_scheduled {
        let planned = Column::PublishAt;
        query = query.filter(if is_scheduled { planned.is_not_null() } else { planned.is_null() });
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
