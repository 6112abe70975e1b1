//! All SQL on `posts`, `post_tags` and `post_slugs`.

mod media;
mod published;
mod tables;
mod writing;

use std::collections::HashMap;

use anyhow::Context;
use sea_orm::{
    Condition, ConnectionTrait, Order, QueryOrder, QuerySelect, Select,
    entity::prelude::*,
    sea_query::{LikeExpr, Query},
};

use self::tables::{
    post_tags,
    posts::{self, Column},
};
pub use self::{
    media::{media_uses, redirect_media},
    published::{
        Named, PostPlace, PublishedPost, addresses, categories, count_published, find_old_slug,
        find_published, is_published, list_published, neighbours, places, related, tags,
    },
    writing::{create, delete, update},
};
use super::model::{LatestPost, Post, PostFilter};
use crate::kit::{error::Result, http::Version, paging::Cursor, text};

fn post(row: posts::Model, tags: Vec<String>) -> Post {
    Post {
        id: row.id,
        title: row.title,
        slug: row.slug,
        excerpt: row.excerpt,
        content: row.content,
        featured_image: row.featured_image,
        cover: row.cover,
        category: row.category,
        tags,
        is_published: row.is_published,
        author: row.author,
        read_minutes: row.read_minutes,
        created_at: row.created_at,
        updated_at: row.updated_at,
        published_at: row.published_at,
    }
}

async fn with_tags(connection: &impl ConnectionTrait, rows: Vec<posts::Model>) -> Result<Vec<Post>> {
    let tags = post_tags::Entity::find()
        .filter(post_tags::Column::PostId.is_in(rows.iter().map(|row| row.id)))
        .order_by_asc(post_tags::Column::Position)
        .all(connection)
        .await?;
    let mut by_post: HashMap<Uuid, Vec<String>> = HashMap::new();
    for tag in tags {
        by_post.entry(tag.post_id).or_default().push(tag.name);
    }
    Ok(rows
        .into_iter()
        .map(|row| {
            let tags = by_post.remove(&row.id).unwrap_or_default();
            post(row, tags)
        })
        .collect())
}

async fn with_own_tags(connection: &impl ConnectionTrait, row: posts::Model) -> Result<Post> {
    let mut posts = with_tags(connection, vec![row]).await?;
    Ok(posts.pop().context("a post for its row")?)
}

pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, Post)>> {
    let Some(row) = posts::Entity::find_by_id(id).one(connection).await? else { return Ok(None) };
    Ok(Some((Version(row.version), with_own_tags(connection, row).await?)))
}

/// The post that has the slug now.
pub async fn find_by_slug(connection: &impl ConnectionTrait, slug: &str) -> Result<Option<(Version, Post)>> {
    let row = posts::Entity::find().filter(Column::Slug.eq(slug)).one(connection).await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some((Version(row.version), with_own_tags(connection, row).await?)))
}

/// The post, locked until the transaction ends.
pub async fn find_for_update(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, Post)>> {
    let row = posts::Entity::find_by_id(id).lock_exclusive().one(connection).await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some((Version(row.version), with_own_tags(connection, row).await?)))
}

/// Posts by when they were made, the newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &PostFilter,
    after: Option<Cursor>,
    limit: u64,
) -> Result<Vec<Post>> {
    let mut query = filtered(filter);
    if let Some(Cursor { created_at, id }) = after {
        let same_moment = Condition::all().add(Column::CreatedAt.eq(created_at)).add(Column::Id.lt(id));
        let older = Condition::any().add(Column::CreatedAt.lt(created_at)).add(same_moment);
        query = query.filter(Column::CreatedAt.lte(created_at)).filter(older);
    }
    let query = query.order_by(Column::CreatedAt, Order::Desc).order_by(Column::Id, Order::Desc);
    with_tags(connection, query.limit(limit).all(connection).await?).await
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
            Column::Author,
            Column::CreatedAt,
        ])
        .order_by(Column::CreatedAt, Order::Desc)
        .order_by(Column::Id, Order::Desc)
        .limit(limit);
    Ok(query.into_model().all(connection).await?)
}

pub async fn count(connection: &impl ConnectionTrait, filter: &PostFilter) -> Result<u64> {
    Ok(filtered(filter).count(connection).await?)
}

fn filtered(filter: &PostFilter) -> Select<posts::Entity> {
    let mut query = posts::Entity::find();
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
    if let Some(search) = filter.search.as_deref().filter(|search| !search.trim().is_empty()) {
        query = query.filter(Column::Search.like(LikeExpr::new(text::like_pattern(search)).escape('\\')));
    }
    query
}
