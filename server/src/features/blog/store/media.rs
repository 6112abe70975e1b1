//! The SQL on `posts` about pictures of the media library.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    Condition, ConnectionTrait,
    entity::prelude::*,
};

use crate::{
    features::blog::{
        markdown,
        paths::post_path,
        tables::posts::{self, Column},
    },
    foundation::media::reference::{MediaUse, MediaUseKind, Reference},
    platform::error::Result,
};

/// Lists the uses of a picture in posts, including drafts and deleted posts.
pub async fn media_uses(connection: &impl ConnectionTrait, reference: &Reference) -> Result<Vec<MediaUse>> {
    let mut uses = Vec::new();
    for post in with_stem(connection, reference).await? {
        let texts =
            [(&post.featured_image, MediaUseKind::PostCover), (&post.content, MediaUseKind::PostText)];
        for (text, kind) in texts {
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

/// Replaces the URL of a picture in all posts. The time of a post's last change stays the same.
pub async fn replace_media(connection: &impl ConnectionTrait, reference: &Reference, to: &str) -> Result<()> {
    for post in with_stem(connection, reference).await? {
        let content = reference.replaced_in(&post.content, to);
        let row = posts::ActiveModel {
            id: Unchanged(post.id),
            html: Set(markdown::render(&content)?.html),
            content: Set(content),
            featured_image: Set(reference.replaced_in(&post.featured_image, to)),
            version: Set(post.version + 1),
            ..Default::default()
        };
        row.update(connection).await?;
    }
    Ok(())
}

/// Lists the posts that may contain the picture, because they contain the stem of its file names.
async fn with_stem(connection: &impl ConnectionTrait, reference: &Reference) -> Result<Vec<posts::Model>> {
    let stem = reference.stem();
    let contains_stem =
        Condition::any().add(Column::FeaturedImage.contains(stem)).add(Column::Content.contains(stem));
    Ok(posts::Entity::find().filter(contains_stem).all(connection).await?)
}
