//! Props of the blog's pages.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    display::for_display,
    markdown::PostHeading,
    model::{Cover, DEFAULT_AUTHOR, Post},
    store::{Named, PublishedPost},
};
use crate::{
    features::pages::content::{
        Link,
        blog::{ArticleContent, BlogContent, CATEGORIES, GoneText},
        newsletter::NewsletterContent,
    },
    foundation::media::{
        html::{self, ImageSizes},
        picture::{Picture, Pictures, external_origin},
    },
    platform::{
        addresses,
        clock::Timestamp,
        date,
        text::{percent_encoded, slug},
    },
};

const LISTED_HEADINGS: usize = 40;
/// The text's column on the page of a post, as `article-page.tsx` lays it out.
const SIZES: ImageSizes = ImageSizes { sizes: "(min-width: 64rem) 42rem, 92vw", max_width: 672 };

/// Props of a list of posts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BlogView {
    pub content: BlogContent,
    pub title: String,
    pub lead: String,
    pub filters: Vec<BlogFilter>,
    /// What was looked for; empty for nothing.
    pub query: String,
    pub posts: Vec<PostCard>,
    /// The newest posts, offered where a search finds none.
    pub suggested: Vec<PostCard>,
    /// Where the posts before these are, if there are any.
    #[schema(required)]
    pub newer: Option<String>,
    /// Where the posts after these are, if there are any.
    #[schema(required)]
    pub older: Option<String>,
    pub newsletter: NewsletterContent,
}

/// An entry of the row of categories.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BlogFilter {
    pub label: String,
    pub url: String,
    pub is_current: bool,
}

/// A post in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PostCard {
    pub title: String,
    pub url: String,
    pub excerpt: String,
    /// Nothing for a post without one.
    #[schema(required)]
    pub category: Option<Link>,
    pub author: String,
    pub date: PostDate,
    pub read_time: String,
    pub cover: Cover,
    /// Shown in the cover's place.
    #[schema(required)]
    pub image: Option<Picture>,
}

/// A day as people and as programs read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PostDate {
    pub text: String,
    pub iso: String,
}

/// Props of the page of a post.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ArticleView {
    pub content: ArticleContent,
    pub post: PostCard,
    /// Nothing where the post is as it came out.
    #[schema(required)]
    pub updated: Option<PostDate>,
    /// Nobody but those it is shown to now can read it yet.
    pub is_preview: bool,
    /// Sanitized.
    pub html: String,
    pub headings: Vec<PostHeading>,
    pub tags: Vec<Link>,
    pub share: ShareLinks,
    #[schema(required)]
    pub previous: Option<Link>,
    #[schema(required)]
    pub next: Option<Link>,
    pub related: Vec<PostCard>,
    pub newsletter: NewsletterContent,
    /// The detail page of the services that the post's category belongs to.
    #[schema(required)]
    pub service: Option<Link>,
    /// The picture that staff chose, here or elsewhere; may be empty.
    #[serde(skip)]
    pub featured_image: String,
    /// For programs: when it came out and when it changed.
    #[serde(skip)]
    pub published_at: Timestamp,
    #[serde(skip)]
    pub updated_at: Timestamp,
}

/// Addresses that share a post without loading anything of others.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ShareLinks {
    /// The post's own address, absolute.
    pub url: String,
    pub whatsapp: String,
    pub linkedin: String,
    pub email: String,
}

/// Props of the page where a deleted post was.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PostGoneView {
    pub content: GoneText,
}

/// What a card says beside what its post says.
#[derive(Clone, Debug)]
pub struct CardText {
    /// `{minutes}` is replaced with the reading time.
    pub read_time: String,
    /// Stands for an author that nobody named.
    pub company: String,
}

impl CardText {
    #[must_use]
    pub fn author<'a>(&'a self, author: &'a str) -> &'a str {
        if author == DEFAULT_AUTHOR && !self.company.is_empty() { &self.company } else { author }
    }
}

/// What the page of a post is made from beside the post.
pub struct ArticleParts {
    pub content: ArticleContent,
    pub cards: CardText,
    pub newsletter: NewsletterContent,
    pub service: Option<Link>,
    pub origin: String,
    pub previous: Option<Named>,
    pub next: Option<Named>,
    pub related: Vec<Post>,
    /// Those of the post and of its related ones.
    pub pictures: Pictures,
}

#[must_use]
pub fn article_page(published: PublishedPost, parts: ArticleParts) -> ArticleView {
    let PublishedPost { post, html, headings } = published;
    let ArticleParts { content, cards, newsletter, service, origin, previous, next, related, pictures } =
        parts;
    let cover = card(&post, &cards, &pictures);
    let link = |named: Named| Link { url: post_path(&named.slug), label: named.name };
    let published_at = post.published_at.unwrap_or(post.created_at);
    let updated_on = day(post.updated_at);
    let is_changed = date::day_of(post.updated_at) > date::day_of(published_at);
    let listed = headings.into_iter().filter(|heading| heading.level <= 3).take(LISTED_HEADINGS);
    ArticleView {
        updated: is_changed.then_some(updated_on),
        is_preview: !post.is_published,
        html: html::complete(&for_display(&html), &pictures, SIZES, cover.image.is_none()),
        headings: listed.collect(),
        tags: post.tags.iter().map(|tag| Link { url: tag_path(&slug(tag)), label: tag.clone() }).collect(),
        share: share_links(&origin, &post),
        previous: previous.map(link),
        next: next.map(link),
        related: related.iter().map(|post| card(post, &cards, &pictures)).collect(),
        newsletter,
        service,
        featured_image: post.featured_image.clone(),
        published_at,
        updated_at: post.updated_at,
        post: cover,
        content,
    }
}

#[must_use]
pub fn card(post: &Post, text: &CardText, pictures: &Pictures) -> PostCard {
    PostCard {
        title: post.title.clone(),
        url: post_path(&post.slug),
        excerpt: post.excerpt.clone(),
        category: Some(&post.category)
            .filter(|category| !slug(category).is_empty())
            .map(|category| Link { label: category.clone(), url: category_path(&slug(category)) }),
        author: text.author(&post.author).to_owned(),
        date: day(post.published_at.unwrap_or(post.created_at)),
        read_time: text.read_time.replace("{minutes}", &post.read_minutes.to_string()),
        cover: post.cover,
        // The content security policy of the page names where a picture of another site comes from.
        image: Some(&*post.featured_image)
            .filter(|url| url.starts_with('/') || external_origin(url).is_some())
            .map(|url| pictures.at(url)),
    }
}

/// The row of categories: all posts, the six, and whatever else published posts have.
#[must_use]
pub fn filters(all: &str, used: &[Named], current: &str) -> Vec<BlogFilter> {
    let filter =
        |label: &str, url: String| BlogFilter { label: label.to_owned(), is_current: url == current, url };
    let always = CATEGORIES.map(|name| Named { name: name.to_owned(), slug: slug(name) });
    let others = used.iter().filter(|used| !always.iter().any(|known| known.slug == used.slug));
    let mut filters = vec![filter(all, addresses::BLOG.path.to_owned())];
    filters.extend(
        always.iter().chain(others).map(|category| filter(&category.name, category_path(&category.slug))),
    );
    filters
}

#[must_use]
pub fn post_path(slug: &str) -> String {
    addresses::POST.with(slug)
}

#[must_use]
pub fn category_path(slug: &str) -> String {
    addresses::CATEGORY.with(slug)
}

#[must_use]
pub fn tag_path(slug: &str) -> String {
    addresses::TAG.with(slug)
}

fn day(at: Timestamp) -> PostDate {
    let day = date::day_of(at);
    PostDate { text: date::long(day), iso: day.to_string() }
}

fn share_links(origin: &str, post: &Post) -> ShareLinks {
    let url = format!("{origin}{}", post_path(&post.slug));
    let (title, address) = (percent_encoded(&post.title), percent_encoded(&url));
    ShareLinks {
        whatsapp: format!("https://wa.me/?text={title}%20{address}"),
        linkedin: format!("https://www.linkedin.com/sharing/share-offsite/?url={address}"),
        email: format!("mailto:?subject={title}&body={address}"),
        url,
    }
}
