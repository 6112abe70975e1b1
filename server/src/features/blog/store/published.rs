//! The SQL on posts for the public pages: published posts, their categories and tags, and former slugs.

use anyhow::Context;
use sea_orm::{
    Condition, ConnectionTrait, DerivePartialModel, Order, QueryOrder, QuerySelect, Select,
    entity::prelude::*, sea_query::Query,
};

use super::{SEARCH, count, filtered, is_public, read_in_order, read_posts, read_tags, terms};
use crate::{
    features::blog::{
        model::{OldSlug, Post, PostFilter, PostLink, PostLocation, RenderedPost, Term},
        tables::{
            post_slugs, post_tags,
            posts::{self, Column},
        },
    },
    platform::{clock::Timestamp, error::Result, text},
};

#[derive(DerivePartialModel)]
#[sea_orm(entity = "posts::Entity")]
struct RenderedRow {
    html: String,
    headings: Json,
    #[sea_orm(nested)]
    post: Post,
}

/// Lists up to `limit` published posts after the first `offset`, most recently published first.
pub async fn list_published(
    connection: &impl ConnectionTrait,
    filter: &PostFilter,
    offset: u64,
    limit: u64,
) -> Result<Vec<Post>> {
    let filter = published(filter);
    let search = SEARCH.search_all(connection, &filtered(&filter), terms(&filter), newest_first).await?;
    let query = newest_first(search.narrow(connection, filtered(&filter), newest_first));
    read_in_order(connection, query.offset(offset).limit(limit)).await
}

/// Counts the published posts of a filter.
pub async fn count_published(connection: &impl ConnectionTrait, filter: &PostFilter) -> Result<u64> {
    count(connection, &published(filter)).await
}

/// Returns the published posts with these ids, in the order of the ids.
pub async fn find_published_by_ids(connection: &impl ConnectionTrait, ids: &[Uuid]) -> Result<Vec<Post>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let query = posts::Entity::find().filter(is_public()).filter(Column::Id.is_in(ids.iter().copied()));
    let mut found = read_posts(connection, query).await?;
    found.sort_by_key(|post| ids.iter().position(|id| *id == post.id));
    Ok(found)
}

/// Lists up to `limit` published posts that were first published after `moment`, oldest first, without those in `except`.
pub async fn list_published_after(
    connection: &impl ConnectionTrait,
    moment: Timestamp,
    except: &[Uuid],
    limit: u64,
) -> Result<Vec<Post>> {
    let query = posts::Entity::find()
        .filter(is_public())
        .filter(Column::PublishedAt.gt(moment))
        .filter(Column::Id.is_not_in(except.iter().copied()))
        .order_by(Column::PublishedAt, Order::Asc)
        .order_by(Column::Id, Order::Asc);
    read_posts(connection, query.limit(limit)).await
}

fn published(filter: &PostFilter) -> PostFilter {
    PostFilter { is_published: Some(true), ..filter.clone() }
}

fn newest_first(query: Select<posts::Entity>) -> Select<posts::Entity> {
    query.order_by(Column::PublishedAt, Order::Desc).order_by(Column::Id, Order::Desc)
}

/// Returns whether a published post has the slug.
pub async fn is_published(connection: &impl ConnectionTrait, slug: &str) -> Result<bool> {
    let published = posts::Entity::find().filter(Column::Slug.eq(slug)).filter(is_public());
    Ok(published.count(connection).await? > 0)
}

/// Finds the published post that has a slug.
pub async fn find_published(connection: &impl ConnectionTrait, slug: &str) -> Result<Option<RenderedPost>> {
    rendered(connection, posts::Entity::find().filter(Column::Slug.eq(slug)).filter(is_public())).await
}

/// Finds a post outside the trash with its rendered content, published or not.
pub async fn find_rendered(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<RenderedPost>> {
    rendered(connection, posts::Entity::find_by_id(id).filter(Column::DeletedAt.is_null())).await
}

/// Reads the first post of a query with its rendered content.
async fn rendered(
    connection: &impl ConnectionTrait,
    query: Select<posts::Entity>,
) -> Result<Option<RenderedPost>> {
    let Some(row) = query.into_partial_model::<RenderedRow>().one(connection).await? else { return Ok(None) };
    let RenderedRow { html, headings, mut post } = row;
    read_tags(connection, std::iter::once(&mut post)).await?;
    Ok(Some(RenderedPost {
        post,
        html,
        headings: serde_json::from_value(headings).context("reading the headings of a post")?,
    }))
}

/// Finds the published posts directly before and after a post, by time of publication.
pub async fn find_neighbors(
    connection: &impl ConnectionTrait,
    post: &Post,
) -> Result<(Option<PostLink>, Option<PostLink>)> {
    let Some(at) = post.schedule.published_at else { return Ok((None, None)) };
    let published = || posts::Entity::find().filter(is_public());
    let same_time = || Condition::all().add(Column::PublishedAt.eq(at));
    let older = Condition::any().add(Column::PublishedAt.lt(at)).add(same_time().add(Column::Id.lt(post.id)));
    let newer = Condition::any().add(Column::PublishedAt.gt(at)).add(same_time().add(Column::Id.gt(post.id)));
    let before = newest_first(published().filter(older)).one(connection).await?;
    let after = published()
        .filter(newer)
        .order_by(Column::PublishedAt, Order::Asc)
        .order_by(Column::Id, Order::Asc)
        .one(connection)
        .await?;
    let link = |row: posts::Model| PostLink { title: row.title, slug: row.slug };
    Ok((before.map(link), after.map(link)))
}

/// Lists up to `limit` other posts from the most recently published ones, most similar first. Each shared tag counts two
/// points, and a shared category one. Names with the same slug are the same tag or category. Posts with equal points are sorted
/// by time of publication, latest first.
pub async fn list_related(connection: &impl ConnectionTrait, post: &Post, limit: usize) -> Result<Vec<Post>> {
    /// Number of recently published posts that are compared.
    const CONSIDERED: u64 = 50;
    let others = posts::Entity::find().filter(is_public()).filter(Column::Id.ne(post.id));
    let mut others = read_posts(connection, newest_first(others).limit(CONSIDERED)).await?;
    let category = text::slug(&post.fields.category);
    let tags: Vec<String> = post.fields.tags.iter().map(|tag| text::slug(tag)).collect();
    let similarity = |other: &Post| {
        let shared = other.fields.tags.iter().filter(|tag| tags.contains(&text::slug(tag))).count();
        2 * shared + usize::from(!category.is_empty() && text::slug(&other.fields.category) == category)
    };
    others.sort_by_cached_key(|other| std::cmp::Reverse(similarity(other)));
    others.truncate(limit);
    Ok(others)
}

/// Lists the categories of published posts, sorted by slug.
pub async fn list_categories(connection: &impl ConnectionTrait) -> Result<Vec<Term>> {
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
    Ok(rows.into_iter().map(|(name, slug)| Term { name, slug }).collect())
}

/// Lists the tags that at least `min` published posts have, sorted by slug.
pub async fn list_tags(connection: &impl ConnectionTrait, min: i64) -> Result<Vec<Term>> {
    let published = Query::select().column(Column::Id).from(posts::Entity).cond_where(is_public()).to_owned();
    let rows: Vec<(String, String)> = post_tags::Entity::find()
        .select_only()
        .column_as(post_tags::Column::Name.min(), "name")
        .column(post_tags::Column::Slug)
        .filter(post_tags::Column::PostId.in_subquery(published))
        .group_by(post_tags::Column::Slug)
        .having(sea_orm::ExprTrait::gte(post_tags::Column::PostId.count(), min))
        .order_by_asc(post_tags::Column::Slug)
        .into_tuple()
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(|(name, slug)| Term { name, slug }).collect())
}

/// Finds the current titles and slugs of posts outside the trash, published or not.
pub async fn find_locations(connection: &impl ConnectionTrait, ids: &[Uuid]) -> Result<Vec<PostLocation>> {
    let rows: Vec<(Uuid, String, String, bool)> = posts::Entity::find()
        .select_only()
        .columns([Column::Id, Column::Title, Column::Slug, Column::IsPublished])
        .filter(Column::Id.is_in(ids.iter().copied()))
        .filter(Column::DeletedAt.is_null())
        .into_tuple()
        .all(connection)
        .await?;
    let location = |(id, title, slug, is_published)| PostLocation { id, title, slug, is_published };
    Ok(rows.into_iter().map(location).collect())
}

/// Lists the slug and the time of the last change of every published post, most recently published first.
pub async fn list_published_slugs(connection: &impl ConnectionTrait) -> Result<Vec<(String, Timestamp)>> {
    let rows =
        posts::Entity::find().select_only().columns([Column::Slug, Column::UpdatedAt]).filter(is_public());
    Ok(newest_first(rows).into_tuple().all(connection).await?)
}

/// Finds what happened to a post that was published with `slug`. `None` if there was no such post, or it is now a draft.
pub async fn find_old_slug(connection: &impl ConnectionTrait, slug: &str) -> Result<Option<OldSlug>> {
    let deleted = posts::Entity::find()
        .filter(Column::Slug.eq(slug))
        .filter(Column::DeletedAt.is_not_null())
        .filter(Column::PublishedAt.is_not_null());
    if deleted.count(connection).await? > 0 {
        return Ok(Some(OldSlug::Deleted));
    }
    let Some(old) = post_slugs::Entity::find_by_id(slug).one(connection).await? else { return Ok(None) };
    let Some(post_id) = old.post_id else { return Ok(Some(OldSlug::Deleted)) };
    let Some(post) = posts::Entity::find_by_id(post_id).one(connection).await? else { return Ok(None) };
    Ok(if post.deleted_at.is_some() {
        Some(OldSlug::Deleted)
    } else {
        post.is_published.then_some(OldSlug::Moved(post.slug))
    })
}
