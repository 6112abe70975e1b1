//! The SQL that writes `posts`, `post_tags` and `post_slugs`.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, QuerySelect,
    entity::prelude::*,
    sea_query::OnConflict,
};

use super::input::ValidPost;
use crate::{
    features::blog::{
        limits::MAX_SLUG,
        markdown::Article,
        model::{Post, PostSchedule},
        store::require_post,
        tables::{
            post_slugs, post_tags,
            posts::{self, Column},
        },
    },
    platform::{
        clock::Timestamp,
        error::{Error, Result, is_unique_violation},
        http::Version,
        text,
    },
};

/// Stores a new post. Refuses the slug of another post outside the trash.
pub async fn create(
    connection: &impl ConnectionTrait,
    id: Uuid,
    valid: ValidPost,
    article: Article,
    now: Timestamp,
) -> Result<(Version, Post)> {
    free_slug(connection, &valid.slug).await?;
    let row = posts::ActiveModel {
        id: Set(id),
        version: Set(1),
        created_at: Set(now),
        ..columns(&valid, article, now)?
    };
    row.insert(connection).await.map_err(slug_taken)?;
    replace_tags(connection, id, &valid.fields.tags).await?;
    require_post(connection, id).await
}

/// Stores the fields of a locked post, and raises its version. If the post was ever published, its former slug redirects to
/// the new one. Refuses the slug of another post outside the trash.
pub async fn update(
    connection: &impl ConnectionTrait,
    current: &Post,
    version: Version,
    valid: ValidPost,
    article: Article,
    now: Timestamp,
) -> Result<(Version, Post)> {
    if valid.slug != current.slug {
        free_slug(connection, &valid.slug).await?;
        let PostSchedule { is_published, published_at, .. } = current.schedule;
        // A draft may have the former slug of another post, whose redirect remains.
        if is_published || (published_at.is_some() && !is_former_slug(connection, &current.slug).await?) {
            remember_slug(connection, &current.slug, Some(current.id)).await?;
        }
    }
    let row = posts::ActiveModel {
        id: Unchanged(current.id),
        version: Set(version.next().0),
        ..columns(&valid, article, now)?
    };
    row.update(connection).await.map_err(slug_taken)?;
    replace_tags(connection, current.id, &valid.fields.tags).await?;
    require_post(connection, current.id).await
}

/// Returns a row with the columns of the fields and those derived from them.
fn columns(valid: &ValidPost, article: Article, now: Timestamp) -> Result<posts::ActiveModel> {
    let fields = valid.fields.clone();
    let PostSchedule { is_published, published_at, publish_at, unpublish_at } = valid.schedule;
    Ok(posts::ActiveModel {
        slug: Set(valid.slug.clone()),
        category_slug: Set(text::slug(&fields.category)),
        search: Set(fields.search_text(&article.text)),
        title: Set(fields.title),
        excerpt: Set(fields.excerpt),
        content: Set(fields.content),
        featured_image: Set(fields.featured_image),
        cover: Set(fields.cover),
        category: Set(fields.category),
        author: Set(fields.author),
        seo_title: Set(fields.seo_title),
        seo_description: Set(fields.seo_description),
        is_published: Set(is_published),
        published_at: Set(published_at.or(is_published.then_some(now))),
        publish_at: Set(publish_at),
        unpublish_at: Set(unpublish_at),
        html: Set(article.html),
        headings: Set(serde_json::to_value(article.headings).map_err(anyhow::Error::new)?),
        read_minutes: Set(article.read_minutes),
        updated_at: Set(now),
        ..Default::default()
    })
}

fn slug_taken(error: DbErr) -> Error {
    if is_unique_violation(&error) {
        Error::Conflict { code: "slug_taken", message: "Já existe um post com este slug." }
    } else {
        error.into()
    }
}

async fn replace_tags(connection: &impl ConnectionTrait, post_id: Uuid, tags: &[String]) -> Result<()> {
    post_tags::Entity::delete_many().filter(post_tags::Column::PostId.eq(post_id)).exec(connection).await?;
    let rows = (0..).zip(tags).map(|(position, name)| post_tags::ActiveModel {
        post_id: Set(post_id),
        slug: Set(text::slug(name)),
        name: Set(name.clone()),
        position: Set(position),
    });
    let rows: Vec<_> = rows.collect();
    if !rows.is_empty() {
        post_tags::Entity::insert_many(rows).exec_without_returning(connection).await?;
    }
    Ok(())
}

/// Makes a slug available: changes the slug of a post in the trash that has it. Until a post with this slug is published, its path
/// redirects to another post that had it, or answers that the post was deleted.
async fn free_slug(connection: &impl ConnectionTrait, slug: &str) -> Result<()> {
    let holder = posts::Entity::find().filter(Column::Slug.eq(slug)).filter(Column::DeletedAt.is_not_null());
    // Locked, so that the slug of a post that is being restored doesn't change.
    let Some(holder) = holder.lock_exclusive().one(connection).await? else { return Ok(()) };
    let renamed = posts::ActiveModel {
        id: Unchanged(holder.id),
        slug: Set(unique_slug(slug, holder.id)),
        version: Set(holder.version + 1),
        ..Default::default()
    };
    renamed.update(connection).await?;
    if holder.published_at.is_some() {
        remember_slug(connection, slug, Some(holder.id)).await?;
    }
    Ok(())
}

/// Appends the end of `id` to a slug to make it unique. Shortens the slug to keep the maximum length.
fn unique_slug(slug: &str, id: Uuid) -> String {
    let id = id.simple().to_string();
    let (_, suffix) = id.split_at(id.len() - 12);
    let start: String = slug.chars().take(MAX_SLUG - suffix.len() - 1).collect();
    format!("{}-{suffix}", start.trim_end_matches('-'))
}

/// Returns whether a slug is the former slug of a post.
async fn is_former_slug(connection: &impl ConnectionTrait, slug: &str) -> Result<bool> {
    Ok(post_slugs::Entity::find_by_id(slug).one(connection).await?.is_some())
}

/// Stores a former slug. Its path redirects to the post `post_id`, or answers 410 if `post_id` is `None`.
pub async fn remember_slug(
    connection: &impl ConnectionTrait,
    slug: &str,
    post_id: Option<Uuid>,
) -> Result<()> {
    let row = post_slugs::ActiveModel { slug: Set(slug.to_owned()), post_id: Set(post_id) };
    let replace =
        OnConflict::column(post_slugs::Column::Slug).update_column(post_slugs::Column::PostId).to_owned();
    post_slugs::Entity::insert(row).on_conflict(replace).exec_without_returning(connection).await?;
    Ok(())
}
