//! Finds what an address of the blog shows: pages of a listing, search results or a post.

use sea_orm::ConnectionTrait;

use super::{
    categories,
    model::{OldSlug, PostFilter},
    paths::{category_path, post_path, tag_path},
    store,
};
use crate::{
    app::App,
    platform::{addresses, error::Result, text},
};

/// Number of posts on one page of a listing.
pub const PAGE_SIZE: u64 = 6;
/// Maximum number of pages of a listing in one document.
const MAX_PAGES: u64 = 10;
/// Maximum number of characters in search terms. The rest is ignored.
const MAX_TERMS_LENGTH: usize = 100;

/// A list of posts. Categories and tags are identified by slug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PostListing {
    All,
    Category(String),
    Tag(String),
}

impl PostListing {
    #[must_use]
    pub fn path(&self) -> String {
        match self {
            Self::All => addresses::BLOG.path.to_owned(),
            Self::Category(slug) => category_path(slug),
            Self::Tag(slug) => tag_path(slug),
        }
    }

    pub(super) fn filter(&self) -> PostFilter {
        match self.clone() {
            Self::All => PostFilter::default(),
            Self::Category(slug) => PostFilter { category: Some(slug), ..PostFilter::default() },
            Self::Tag(slug) => PostFilter { tag: Some(slug), ..PostFilter::default() },
        }
    }

    /// Returns the name of the category or tag; an empty text for all posts. `None` if the category or tag doesn't exist: no
    /// published post has it, and it isn't one of the six fixed categories.
    pub(super) async fn name(&self, db: &impl ConnectionTrait) -> Result<Option<String>> {
        let (wanted, names) = match self {
            Self::All => return Ok(Some(String::new())),
            Self::Category(wanted) => (wanted, categories::list(db).await?),
            Self::Tag(wanted) => (wanted, store::list_tags(db, 1).await?),
        };
        Ok(names.into_iter().find(|term| term.slug == *wanted).map(|term| term.name))
    }

    /// Returns whether the category or tag exists.
    pub async fn exists(&self, db: &impl ConnectionTrait) -> Result<bool> {
        Ok(self.name(db).await?.is_some())
    }
}

/// The pages of a listing that one document shows: a single page, or all pages from the first one. Numbers start at 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListingPages {
    pub listing: PostListing,
    pub first: u64,
    pub last: u64,
}

impl ListingPages {
    /// Returns a single page.
    #[must_use]
    pub fn one(listing: PostListing, number: u64) -> Self {
        Self { listing, first: number, last: number }
    }

    /// Returns the first page.
    #[must_use]
    pub fn first_of(listing: PostListing) -> Self {
        Self::one(listing, 1)
    }

    /// Returns the path with the query that selects the pages.
    #[must_use]
    pub fn address(&self) -> String {
        let path = self.listing.path();
        match (self.first, self.last) {
            (_, 1) => path,
            (1, last) => format!("{path}?ate={last}"),
            (first, _) => format!("{path}?pagina={first}"),
        }
    }
}

/// Answer to a request for pages of a listing.
pub enum ListingAnswer {
    Pages(ListingPages),
    /// The listing doesn't have the requested page. This is the nearest one.
    Nearest(ListingPages),
    /// The category or tag does not exist.
    Missing,
}

/// Finds the pages of `listing` that the query selects. `?pagina=3` selects the third page, and `?ate=3` the first three
/// pages, up to 10. Without either, the query selects the first page.
pub async fn find_pages(app: &App, listing: PostListing, query: Option<&str>) -> Result<ListingAnswer> {
    let db = app.db.reader();
    if listing.name(db).await?.is_none() {
        return Ok(ListingAnswer::Missing);
    }
    let last = store::count_published(db, &listing.filter()).await?.div_ceil(PAGE_SIZE).max(1);
    let up_to = value_of(query, "ate").and_then(|number| number.parse::<u64>().ok()).unwrap_or(1);
    let up_to = last.min(MAX_PAGES).min(up_to);
    if up_to > 1 {
        return Ok(ListingAnswer::Pages(ListingPages { listing, first: 1, last: up_to }));
    }
    let number = value_of(query, "pagina").map_or(Some(1), |number| number.parse::<u64>().ok());
    Ok(match number {
        Some(number) if (1..=last).contains(&number) => {
            ListingAnswer::Pages(ListingPages::one(listing, number))
        }
        other => ListingAnswer::Nearest(ListingPages::one(listing, other.unwrap_or(1).clamp(1, last))),
    })
}

/// A search in all published posts, and the number of a page of its results. Numbers start at 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostSearch {
    pub terms: String,
    pub number: u64,
}

impl PostSearch {
    /// Parses the query of the address. `None` if it has no search terms.
    #[must_use]
    pub fn parse(query: Option<&str>) -> Option<Self> {
        let terms = clean_terms(&value_of(query, "busca")?);
        let number = value_of(query, "pagina").and_then(|number| number.parse().ok()).unwrap_or(1);
        (!terms.is_empty()).then_some(Self { terms, number })
    }

    /// Returns the address of a page of the results.
    pub(super) fn page_address(&self, number: u64) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.append_pair("busca", &self.terms);
        if number > 1 {
            query.append_pair("pagina", &number.to_string());
        }
        format!("{}?{}", addresses::BLOG.path, query.finish())
    }
}

/// Returns the first value of a query parameter.
fn value_of(query: Option<&str>, wanted: &str) -> Option<String> {
    let mut pairs = url::form_urlencoded::parse(query.unwrap_or("").as_bytes());
    pairs.find(|(name, _)| name == wanted).map(|(_, value)| value.into_owned())
}

/// Returns search terms without control characters and surrounding spaces, shortened to [`MAX_TERMS_LENGTH`].
fn clean_terms(text: &str) -> String {
    let printable: String = text.chars().filter(|c| !c.is_control()).take(MAX_TERMS_LENGTH).collect();
    printable.trim().to_owned()
}

/// Answer to a request for the path of a post.
pub enum PostAnswer {
    Published {
        slug: String,
    },
    /// The post has another path now.
    Moved(String),
    Deleted,
    Missing,
}

/// Finds the answer to a request for the path of a post with `slug`.
pub async fn find_post(db: &impl ConnectionTrait, slug: String) -> Result<PostAnswer> {
    if text::slug(&slug) != slug {
        return Ok(PostAnswer::Missing);
    }
    if store::is_published(db, &slug).await? {
        return Ok(PostAnswer::Published { slug });
    }
    Ok(match store::find_old_slug(db, &slug).await? {
        Some(OldSlug::Moved(slug)) => PostAnswer::Moved(post_path(&slug)),
        Some(OldSlug::Deleted) => PostAnswer::Deleted,
        None => PostAnswer::Missing,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_of_listing_pages_selects_them() {
        let all = |first, last| ListingPages { listing: PostListing::All, first, last }.address();
        assert_eq!(all(1, 1), "/blog");
        assert_eq!(all(3, 3), "/blog?pagina=3");
        assert_eq!(all(1, 3), "/blog?ate=3");
    }
}
