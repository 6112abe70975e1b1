//! Pictures of the library in posts.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    Condition, ConnectionTrait,
    entity::prelude::*,
};

use super::tables::posts::{self, Column};
use crate::{
    features::blog::{markdown, views::post_path},
    foundation::media::reference::{MediaUse, MediaUseKind, Reference},
    platform::error::Result,
};

/// Where posts show a picture, drafts included.
pub async fn media_uses(connection: &impl ConnectionTrait, reference: &Reference) -> Result<Vec<MediaUse>> {
    let mut uses = Vec::new();
    for post in naming(connection, reference).await? {
        let places =
            [(&post.featured_image, MediaUseKind::PostCover), (&post.content, MediaUseKind::PostText)];
        for (text, kind) in places {
            if reference.is_in(text) {
                uses.push(MediaUse {
                    kind,
                    id: Some(post.id),
                    label: post.title.clone(),
                    path: (post.is_published && post.deleted_at.is_none()).then(|| post_path(&post.slug)),
                });
            }
        }
    }
    Ok(uses)
}

/// Puts another address in the picture's place. It is no change of the text: when a post last changed stays.
pub async fn redirect_media(
    connection: &impl ConnectionTrait,
    reference: &Reference,
    to: &str,
) -> Result<()> {
    for post in naming(connection, reference).await? {
        let content = reference.redirected(&post.content, to);
        let row = posts::ActiveModel {
            id: Unchanged(post.id),
            html: Set(markdown::render(&content)?.html),
            content: Set(content),
            featured_image: Set(reference.redirected(&post.featured_image, to)),
            version: Set(post.version + 1),
            ..Default::default()
        };
        row.update(connection).await?;
    }
    Ok(())
}

async fn naming(connection: &impl ConnectionTrait, reference: &Reference) -> Result<Vec<posts::Model>> {
    let stem = reference.stem();
    let named =
        Condition::any().add(Column::FeaturedImage.contains(stem)).add(Column::Content.contains(stem));
    Ok(posts::Entity::find().filter(named).all(connection).await?)
}
