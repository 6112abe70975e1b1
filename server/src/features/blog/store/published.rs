//! What visitors read: published posts, and what leads to them.

use anyhow::Context;
use sea_orm::{
    Condition, ConnectionTrait, Order, QueryOrder, QuerySelect, Select, entity::prelude::*, sea_query::Query,
};

use super::{
    SEARCH, count, filtered, is_public, rows,
    tables::{
        post_slugs, post_tags,
        posts::{self, Column},
    },
    with_own_tags, with_tags, words,
};
use crate::{
    features::blog::{
        markdown::PostHeading,
        model::{OldSlug, Post, PostFilter},
    },
    platform::{clock::Timestamp, error::Result},
};

/// A post with what its page is made from.
#[derive(Clone, Debug)]
pub struct PublishedPost {
    pub post: Post,
    pub html: String,
    pub headings: Vec<PostHeading>,
}

/// A name and the part of an address that stands for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub name: String,
    pub slug: String,
}

/// Published posts as visitors see them: by when they came out, the newest first.
pub async fn list_published(
    connection: &impl ConnectionTrait,
    filter: &PostFilter,
    offset: u64,
    limit: u64,
) -> Result<Vec<Post>> {
    let filter = published(filter);
    let search = SEARCH.search_all(connection, &filtered(&filter), words(&filter), newest_first).await?;
    let query = newest_first(search.narrow(connection, filtered(&filter), newest_first));
    with_tags(connection, rows(connection, query.offset(offset).limit(limit)).await?).await
}

pub async fn count_published(connection: &impl ConnectionTrait, filter: &PostFilter) -> Result<u64> {
    count(connection, &published(filter)).await
}

fn published(filter: &PostFilter) -> PostFilter {
    PostFilter { is_published: Some(true), ..filter.clone() }
}

fn newest_first(query: Select<posts::Entity>) -> Select<posts::Entity> {
    query.order_by(Column::PublishedAt, Order::Desc).order_by(Column::Id, Order::Desc)
}

pub async fn is_published(connection: &impl ConnectionTrait, slug: &str) -> Result<bool> {
    let published = posts::Entity::find().filter(Column::Slug.eq(slug)).filter(is_public());
    Ok(published.count(connection).await? > 0)
}

/// The published post at a slug.
pub async fn find_published(connection: &impl ConnectionTrait, slug: &str) -> Result<Option<PublishedPost>> {
    let published = posts::Entity::find().filter(Column::Slug.eq(slug)).filter(is_public());
    let Some(row) = published.one(connection).await? else { return Ok(None) };
    Ok(Some(whole(connection, row).await?))
}

/// Any post that isn't in the trash with what its page is made from, for those who may see it before it is published.
pub async fn find_whole(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<PublishedPost>> {
    let kept = posts::Entity::find_by_id(id).filter(Column::DeletedAt.is_null());
    let Some(row) = kept.one(connection).await? else { return Ok(None) };
    Ok(Some(whole(connection, row).await?))
}

async fn whole(connection: &impl ConnectionTrait, row: posts::Model) -> Result<PublishedPost> {
    let headings = serde_json::from_value(row.headings.clone()).context("a post's headings")?;
    let html = row.html.clone();
    Ok(PublishedPost { post: with_own_tags(connection, row).await?, html, headings })
}

/// The published posts that came out just before and just after one.
pub async fn neighbors(
    connection: &impl ConnectionTrait,
    post: &Post,
) -> Result<(Option<Named>, Option<Named>)> {
    let Some(at) = post.published_at else { return Ok((None, None)) };
    let published = || posts::Entity::find().filter(is_public());
    let same = || Condition::all().add(Column::PublishedAt.eq(at));
    let older = Condition::any().add(Column::PublishedAt.lt(at)).add(same().add(Column::Id.lt(post.id)));
    let newer = Condition::any().add(Column::PublishedAt.gt(at)).add(same().add(Column::Id.gt(post.id)));
    let before = newest_first(published().filter(older)).one(connection).await?;
    let after = published()
        .filter(newer)
        .order_by(Column::PublishedAt, Order::Asc)
        .order_by(Column::Id, Order::Asc)
        .one(connection)
        .await?;
    let named = |row: posts::Model| Named { name: row.title, slug: row.slug };
    Ok((before.map(named), after.map(named)))
}

/// Up to `limit` published posts most like one: those it shares tags and its category with, then the newest.
pub async fn related(connection: &impl ConnectionTrait, post: &Post, limit: usize) -> Result<Vec<Post>> {
    const CONSIDERED: u64 = 50;
    let others = posts::Entity::find().filter(is_public()).filter(Column::Id.ne(post.id));
    let rows = newest_first(others).limit(CONSIDERED).into_partial_model::<Post>().all(connection).await?;
    let mut others = with_tags(connection, rows).await?;
    let likeness = |other: &Post| {
        let shared = other.tags.iter().filter(|tag| post.tags.contains(tag)).count();
        2 * shared + usize::from(other.category == post.category)
    };
    others.sort_by_key(|other| std::cmp::Reverse(likeness(other)));
    others.truncate(limit);
    Ok(others)
}

/// The categories of published posts, by name.
pub async fn categories(connection: &impl ConnectionTrait) -> Result<Vec<Named>> {
    let rows: Vec<(String, String)> = posts::Entity::find()
        .select_only()
        .column_as(Column::Category.min(), "name")
        .column(Column::CategorySlug)
        .filter(is_public())
        .filter(Column::CategorySlug.ne(""))
        .group_by(Column::CategorySlug)
        .order_by_asc(Column::CategorySlug)
        .into_tuple()
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(|(name, slug)| Named { name, slug }).collect())
}

/// The tags that at least `least` published posts have.
pub async fn tags(connection: &impl ConnectionTrait, least: i64) -> Result<Vec<Named>> {
    let published = Query::select().column(Column::Id).from(posts::Entity).cond_where(is_public()).to_owned();
    let rows: Vec<(String, String)> = post_tags::Entity::find()
        .select_only()
        .column_as(post_tags::Column::Name.min(), "name")
        .column(post_tags::Column::Slug)
        .filter(post_tags::Column::PostId.in_subquery(published))
        .group_by(post_tags::Column::Slug)
        .having(sea_orm::ExprTrait::gte(post_tags::Column::PostId.count(), least))
        .order_by_asc(post_tags::Column::Slug)
        .into_tuple()
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(|(name, slug)| Named { name, slug }).collect())
}

/// Where a post is by now.
#[derive(Clone, Debug)]
pub struct PostPlace {
    pub id: Uuid,
    pub title: String,
    pub slug: String,
    pub is_published: bool,
}

/// Where posts are by now, drafts too. Those that are gone are left out.
pub async fn places(connection: &impl ConnectionTrait, ids: &[Uuid]) -> Result<Vec<PostPlace>> {
    let rows: Vec<(Uuid, String, String, bool)> = posts::Entity::find()
        .select_only()
        .columns([Column::Id, Column::Title, Column::Slug, Column::IsPublished])
        .filter(Column::Id.is_in(ids.iter().copied()))
        .filter(Column::DeletedAt.is_null())
        .into_tuple()
        .all(connection)
        .await?;
    let place = |(id, title, slug, is_published)| PostPlace { id, title, slug, is_published };
    Ok(rows.into_iter().map(place).collect())
}

/// Slug and last change of every published post, for the sitemap.
pub async fn addresses(connection: &impl ConnectionTrait) -> Result<Vec<(String, Timestamp)>> {
    let rows =
        posts::Entity::find().select_only().columns([Column::Slug, Column::UpdatedAt]).filter(is_public());
    Ok(newest_first(rows).into_tuple().all(connection).await?)
}

/// Where a slug leads that no published post has: on to a published post, nowhere any more, or nowhere ever.
pub async fn find_old_slug(connection: &impl ConnectionTrait, slug: &str) -> Result<Option<OldSlug>> {
    let thrown_away = posts::Entity::find()
        .filter(Column::Slug.eq(slug))
        .filter(Column::DeletedAt.is_not_null())
        .filter(Column::PublishedAt.is_not_null());
    if thrown_away.count(connection).await? > 0 {
        return Ok(Some(OldSlug::Gone));
    }
    let Some(old) = post_slugs::Entity::find_by_id(slug).one(connection).await? else { return Ok(None) };
    let Some(post_id) = old.post_id else { return Ok(Some(OldSlug::Gone)) };
    let Some(post) = posts::Entity::find_by_id(post_id).one(connection).await? else { return Ok(None) };
    Ok(match post {
        post if post.deleted_at.is_some() => Some(OldSlug::Gone),
        post if post.is_published => Some(OldSlug::Moved(post.slug)),
        _ => None,
    })
}
