//! What changes posts. The former address of a post that was public leads on to it.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait,
    entity::prelude::*,
    sea_query::OnConflict,
};

use super::{
    post,
    tables::{
        post_slugs, post_tags,
        posts::{self, Column},
    },
};
use crate::{
    features::blog::{
        markdown::Article,
        model::{Details, MAX_SLUG, Post},
    },
    platform::{
        clock::Timestamp,
        error::{Error, Result, is_unique_violation},
        http::Version,
        text,
    },
};

pub async fn create(
    connection: &impl ConnectionTrait,
    id: Uuid,
    details: &Details,
    article: Article,
    now: Timestamp,
) -> Result<(Version, Post)> {
    free_slug(connection, &details.slug).await?;
    let row = posts::ActiveModel {
        id: Set(id),
        version: Set(1),
        created_at: Set(now),
        published_at: Set(details.published_at.or(details.is_published.then_some(now))),
        ..written(details, article, now)?
    };
    let row = row.insert(connection).await.map_err(slug_taken)?;
    replace_tags(connection, row.id, &details.tags).await?;
    Ok((Version(row.version), Post { tags: details.tags.clone(), ..post(row) }))
}

/// The whole post after a change. A public one that gets another slug keeps the old one as a way to it.
pub async fn update(
    connection: &impl ConnectionTrait,
    current: &Post,
    version: Version,
    details: &Details,
    article: Article,
    now: Timestamp,
) -> Result<(Version, Post)> {
    if details.slug != current.slug {
        free_slug(connection, &details.slug).await?;
        if current.published_at.is_some() {
            remember_slug(connection, &current.slug, Some(current.id)).await?;
        }
    }
    let row = posts::ActiveModel {
        id: Unchanged(current.id),
        version: Set(version.0 + 1),
        published_at: Set(details.published_at.or(details.is_published.then_some(now))),
        ..written(details, article, now)?
    };
    let row = row.update(connection).await.map_err(slug_taken)?;
    replace_tags(connection, row.id, &details.tags).await?;
    Ok((Version(row.version), Post { tags: details.tags.clone(), ..post(row) }))
}

fn written(details: &Details, article: Article, now: Timestamp) -> Result<posts::ActiveModel> {
    Ok(posts::ActiveModel {
        title: Set(details.title.clone()),
        slug: Set(details.slug.clone()),
        excerpt: Set(details.excerpt.clone()),
        content: Set(details.content.clone()),
        search: Set(details.search(&article.words)),
        html: Set(article.html),
        headings: Set(serde_json::to_value(article.headings).map_err(anyhow::Error::new)?),
        featured_image: Set(details.featured_image.clone()),
        cover: Set(details.cover),
        category: Set(details.category.clone()),
        category_slug: Set(text::slug(&details.category)),
        author: Set(details.author.clone()),
        is_published: Set(details.is_published),
        publish_at: Set(details.publish_at),
        unpublish_at: Set(details.unpublish_at),
        seo_title: Set(details.seo_title.clone()),
        seo_description: Set(details.seo_description.clone()),
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

/// A slug that a post takes leads to that post and nowhere else: one in the trash gives it up.
pub(super) async fn free_slug(connection: &impl ConnectionTrait, slug: &str) -> Result<()> {
    post_slugs::Entity::delete_by_id(slug).exec(connection).await?;
    let holder = posts::Entity::find().filter(Column::Slug.eq(slug)).filter(Column::DeletedAt.is_not_null());
    let Some(holder) = holder.one(connection).await? else { return Ok(()) };
    let given = posts::ActiveModel {
        id: Unchanged(holder.id),
        slug: Set(spare_slug(slug, holder.id)),
        version: Set(holder.version + 1),
        ..Default::default()
    };
    given.update(connection).await?;
    Ok(())
}

/// One that nobody else has, within the length that a slug may have.
fn spare_slug(slug: &str, id: Uuid) -> String {
    let own = id.simple().to_string();
    let (_, mark) = own.split_at(own.len() - 12);
    let start: String = slug.chars().take(MAX_SLUG - mark.len() - 1).collect();
    format!("{}-{mark}", start.trim_end_matches('-'))
}

pub(super) async fn remember_slug(
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
