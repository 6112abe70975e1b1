//! The categories that the blog's pages show: the fixed ones, even without posts, and those of published posts.

use sea_orm::ConnectionTrait;

use super::{model::Term, store};
use crate::{
    features::pages::content::blog::CATEGORIES,
    platform::{error::Result, text::slug},
};

/// Returns the fixed categories in the order of the blog's filter.
#[must_use]
pub fn fixed() -> [Term; 6] {
    CATEGORIES.map(|name| Term { name: name.to_owned(), slug: slug(name) })
}

/// Lists the fixed categories, followed by the other ones of published posts.
pub async fn list(connection: &impl ConnectionTrait) -> Result<Vec<Term>> {
    let fixed = fixed();
    let mut others = store::list_categories(connection).await?;
    others.retain(|other| fixed.iter().all(|category| category.slug != other.slug));
    Ok([Vec::from(fixed), others].concat())
}
