//! Which page of the blog an address means.

use sea_orm::ConnectionTrait;

use super::PAGE_SIZE;
use crate::{
    app::App,
    features::{
        blog::{
            model::{OldSlug, PostFilter},
            store::{self, Named},
            views::{category_path, post_path, tag_path},
        },
        categories::CATEGORIES,
    },
    platform::{error::Result, text},
    site::pages::Page,
};

/// Pages of a list that one document shows, at most.
const MAX_PAGES: u64 = 10;
const MAX_QUERY: usize = 100;

/// Which posts a list has; categories and tags by their slugs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shelf {
    All,
    Category(String),
    Tag(String),
}

/// What an address of the blog leads to.
pub enum Destination {
    Page(Page),
    /// To be answered with a permanent redirect.
    Moved(String),
}

impl Shelf {
    #[must_use]
    pub fn path(&self) -> String {
        match self {
            Self::All => "/blog".to_owned(),
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

    /// Nothing for a shelf that isn't there: neither one of the six categories nor on any published post.
    pub(super) async fn name(&self, db: &impl ConnectionTrait) -> Result<Option<String>> {
        let (wanted, names) = match self {
            Self::All => return Ok(Some(String::new())),
            Self::Category(wanted) => (wanted, categories(db).await?),
            Self::Tag(wanted) => (wanted, store::tags(db, 1).await?),
        };
        Ok(names.into_iter().find(|named| named.slug == *wanted).map(|named| named.name))
    }
}

async fn categories(db: &impl ConnectionTrait) -> Result<Vec<Named>> {
    let always = CATEGORIES.map(|name| Named { name: name.to_owned(), slug: text::slug(name) });
    Ok(always.into_iter().chain(store::categories(db).await?).collect())
}

/// What is looked for in all posts, and which page of what is found, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    pub words: String,
    pub number: u64,
}

impl Search {
    #[must_use]
    pub fn of(query: Option<&str>) -> Option<Self> {
        let words = query_of(&value_of(query, "busca")?);
        let number = value_of(query, "pagina").and_then(|number| number.parse().ok()).unwrap_or(1);
        (!words.is_empty()).then_some(Self { words, number })
    }

    pub(super) fn path(&self, number: u64) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.append_pair("busca", &self.words);
        if number > 1 {
            query.append_pair("pagina", &number.to_string());
        }
        format!("/blog?{}", query.finish())
    }
}

/// What of a list of posts an address means.
pub enum Listing {
    Page(Page),
    /// The list has no page of that number; this one is nearest.
    Nearest(Page),
    /// No such category or tag.
    Missing,
}

/// The page of a shelf that a query means.
pub async fn list(app: &App, shelf: Shelf, query: Option<&str>) -> Result<Listing> {
    let number = value_of(query, "pagina").map_or(Some(1), |number| number.parse::<u64>().ok());
    let db = app.db.reader();
    if shelf.name(db).await?.is_none() {
        return Ok(Listing::Missing);
    }
    let last = store::count_published(db, &shelf.filter()).await?.div_ceil(PAGE_SIZE).max(1);
    let up_to = value_of(query, "ate").and_then(|number| number.parse::<u64>().ok());
    if let Some(number) = up_to.map(|number| number.min(last).min(MAX_PAGES)).filter(|number| *number > 1) {
        return Ok(Listing::Page(Page::BlogUpTo { shelf, number }));
    }
    Ok(match number {
        Some(number) if (1..=last).contains(&number) => Listing::Page(Page::Blog { shelf, number }),
        number => Listing::Nearest(Page::Blog { shelf, number: number.unwrap_or(1).clamp(1, last) }),
    })
}

pub async fn shelf_exists(app: &App, shelf: &Shelf) -> Result<bool> {
    Ok(shelf.name(app.db.reader()).await?.is_some())
}

fn value_of(query: Option<&str>, wanted: &str) -> Option<String> {
    let mut pairs = url::form_urlencoded::parse(query.unwrap_or("").as_bytes());
    pairs.find(|(name, _)| name == wanted).map(|(_, value)| value.into_owned())
}

fn query_of(text: &str) -> String {
    let printed: String = text.chars().filter(|c| !c.is_control()).take(MAX_QUERY).collect();
    printed.trim().to_owned()
}

/// The post at a slug, or what has become of it.
pub async fn article(app: &App, slug: String) -> Result<Destination> {
    let db = app.db.reader();
    if text::slug(&slug) != slug {
        return Ok(Destination::Page(Page::NotFound));
    }
    if store::is_published(db, &slug).await? {
        return Ok(Destination::Page(Page::Article { slug }));
    }
    Ok(match store::find_old_slug(db, &slug).await? {
        Some(OldSlug::Moved(slug)) => Destination::Moved(post_path(&slug)),
        Some(OldSlug::Gone) => Destination::Page(Page::PostGone),
        None => Destination::Page(Page::NotFound),
    })
}
