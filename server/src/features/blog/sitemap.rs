//! The addresses of the blog in the sitemap.

use super::{
    paths::{category_path, post_path, tag_path},
    store,
};
use crate::{
    app::App,
    platform::{addresses, clock::Timestamp, error::Result},
};

/// Minimum number of published posts of a tag whose page search engines may list.
pub const MIN_LISTED_TAG: i64 = 3;

/// Returns the paths of the blog that search engines may list, each with the time of its last change. The blog has none
/// until a post is published. The time of a listing is that of the latest change of any post.
pub async fn listed_paths(app: &App) -> Result<Vec<(String, Timestamp)>> {
    let db = app.db.reader();
    let posts = store::list_published_slugs(db).await?;
    let Some(latest) = posts.iter().map(|(_, changed_at)| *changed_at).max() else { return Ok(Vec::new()) };
    let categories = store::list_categories(db).await?.into_iter().map(|term| category_path(&term.slug));
    let tags = store::list_tags(db, MIN_LISTED_TAG).await?.into_iter().map(|term| tag_path(&term.slug));
    let lists = std::iter::once(addresses::BLOG.path.to_owned()).chain(categories).chain(tags);
    let mut paths: Vec<_> = lists.map(|path| (path, latest)).collect();
    paths.extend(posts.into_iter().map(|(slug, changed_at)| (post_path(&slug), changed_at)));
    Ok(paths)
}
