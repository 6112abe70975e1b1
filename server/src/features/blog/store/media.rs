//! The SQL on `posts` about pictures of the media library.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    Condition, ConnectionTrait, QueryOrder, QuerySelect, Select,
    entity::prelude::*,
};

use crate::{
    features::blog::{
        markdown,
        paths::post_path,
        tables::posts::{self, Column},
    },
    foundation::media::{
        model::ROOT,
        reference::{MediaUse, MediaUseKind, Reference, UsedMedia},
    },
    platform::error::Result,
};

/// Maximum number of posts that are read at once, because their texts may be long.
const AT_ONCE: u64 = 200;

/// Lists the uses of a picture in posts, including drafts and deleted posts.
pub async fn media_uses(connection: &impl ConnectionTrait, reference: &Reference) -> Result<Vec<MediaUse>> {
    let mut uses = Vec::new();
    for post in with_stem(reference).all(connection).await? {
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

/// Adds the pictures in posts, including drafts and deleted posts.
pub async fn add_used_media(connection: &impl ConnectionTrait, used: &mut UsedMedia) -> Result<()> {
    let query = posts::Entity::find()
        .select_only()
        .columns([Column::Id, Column::FeaturedImage, Column::Content])
        .filter(contains(ROOT))
        .order_by_asc(Column::Id)
        .limit(AT_ONCE);
    let mut after = Uuid::nil();
    loop {
        let rows = query.clone().filter(Column::Id.gt(after)).into_tuple::<(Uuid, String, String)>();
        let rows = rows.all(connection).await?;
        let Some((last, ..)) = rows.last() else { return Ok(()) };
        after = *last;
        for (_, featured_image, content) in &rows {
            used.add(featured_image);
            used.add(content);
        }
    }
}

/// Replaces the URL of a picture in all posts. The time of a post's last change stays the same.
pub async fn replace_media(connection: &impl ConnectionTrait, reference: &Reference, to: &str) -> Result<()> {
    // Locked, so that the change of a post that is being saved isn't overwritten.
    let locked = with_stem(reference).order_by_asc(Column::Id).lock_exclusive();
    for post in locked.all(connection).await? {
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

/// Selects the posts that may contain the picture, because they contain the stem of its file names.
fn with_stem(reference: &Reference) -> Select<posts::Entity> {
    posts::Entity::find().filter(contains(reference.stem()))
}

/// Returns the condition that the featured image or the text contains `part`.
fn contains(part: &str) -> Condition {
    Condition::any().add(Column::FeaturedImage.contains(part)).add(Column::Content.contains(part))
}
