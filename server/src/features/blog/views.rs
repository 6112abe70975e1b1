//! Props of the blog's pages.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    cover::Cover,
    markdown::{PostHeading, display::for_display},
    model::{DEFAULT_AUTHOR, Post, PostLink, RenderedPost, Term},
    paths::{category_path, post_path, tag_path},
};
use crate::{
    features::pages::content::{
        Link,
        blog::{ArticleContent, BlogContent, GoneText},
        newsletter::NewsletterContent,
    },
    foundation::media::{
        html::{self, ImageSizes},
        picture::{Picture, Pictures, external_origin},
    },
    platform::{
        addresses,
        clock::Timestamp,
        text::{date, percent_encoded, slug},
    },
};

/// Maximum number of entries in the table of contents.
const MAX_HEADINGS: usize = 40;
/// Sizes of pictures in the text column of an article, as `article-page.tsx` lays it out.
pub const BODY_SIZES: ImageSizes = ImageSizes { sizes: "(min-width: 64rem) 42rem, 92vw", max_width: 672 };

/// Props of a list of posts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BlogView {
    pub content: BlogContent,
    pub title: String,
    pub lead: String,
    pub filters: Vec<BlogFilter>,
    /// Search terms; empty if the page isn't a search.
    pub query: String,
    pub posts: Vec<PostCard>,
    /// The newest posts, if a search finds none.
    pub suggested: Vec<PostCard>,
    /// URL of the page with newer posts; null on the first page.
    #[schema(required)]
    pub newer: Option<String>,
    /// URL of the page with older posts; null on the last page.
    #[schema(required)]
    pub older: Option<String>,
    pub newsletter: NewsletterContent,
}

/// An entry of the category filter.
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
    /// The category and its page; null if the post has none.
    #[schema(required)]
    pub category: Option<Link>,
    pub author: String,
    pub date: PostDate,
    pub read_time: String,
    pub cover: Cover,
    /// Picture that replaces the cover; null for none.
    #[schema(required)]
    pub image: Option<Picture>,
}

/// A date in the time zone of São Paulo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PostDate {
    /// The date in Portuguese, such as `3 de março de 2026`.
    pub text: String,
    /// The date as `YYYY-MM-DD`.
    pub iso: String,
}

/// Props of the page of a post.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ArticleView {
    pub content: ArticleContent,
    pub post: PostCard,
    /// Date of the last change; null if it isn't later than the date of publication.
    #[schema(required)]
    pub updated: Option<PostDate>,
    /// Whether the post is not published.
    pub is_preview: bool,
    /// Sanitized HTML.
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
    /// Link to the detail page of services about the post's category; null if there is none.
    #[schema(required)]
    pub service: Option<Link>,
    /// URL of the picture; empty for none.
    #[serde(skip)]
    pub featured_image: String,
    #[serde(skip)]
    pub published_at: Timestamp,
    #[serde(skip)]
    pub updated_at: Timestamp,
}

/// Links that share a post. They load nothing from other sites.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ShareLinks {
    /// Absolute URL of the post.
    pub url: String,
    pub whatsapp: String,
    pub linkedin: String,
    pub email: String,
}

/// Props of the page at the path of a deleted post.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PostGoneView {
    pub content: GoneText,
}

/// Texts of a card that don't come from its post.
#[derive(Clone, Debug)]
pub struct CardText {
    /// Template in which `{minutes}` is replaced with the reading time.
    pub read_time: String,
    /// Replaces the default author.
    pub company: String,
}

impl CardText {
    /// Returns the author to show.
    #[must_use]
    pub fn author<'a>(&'a self, author: &'a str) -> &'a str {
        if author == DEFAULT_AUTHOR && !self.company.is_empty() { &self.company } else { author }
    }
}

/// Parts of the page of a post that don't come from the post.
pub struct ArticleParts {
    pub content: ArticleContent,
    pub cards: CardText,
    pub newsletter: NewsletterContent,
    pub service: Option<Link>,
    pub origin: String,
    pub previous: Option<PostLink>,
    pub next: Option<PostLink>,
    pub related: Vec<Post>,
    /// Pictures of the post and of its related posts.
    pub pictures: Pictures,
}

/// Returns the props of the page of a post.
#[must_use]
pub fn article_page(rendered: RenderedPost, parts: ArticleParts) -> ArticleView {
    let RenderedPost { post, html, headings } = rendered;
    let ArticleParts { content, cards, newsletter, service, origin, previous, next, related, pictures } =
        parts;
    let own_card = card(&post, &cards, &pictures);
    let link = |post: PostLink| Link { url: post_path(&post.slug), label: post.title };
    let published_at = post.schedule.published_at.unwrap_or(post.created_at);
    let is_changed = date::day_of(post.updated_at) > date::day_of(published_at);
    let listed = headings.into_iter().filter(|heading| heading.level <= 3).take(MAX_HEADINGS);
    ArticleView {
        updated: is_changed.then(|| post_date(post.updated_at)),
        is_preview: !post.schedule.is_published,
        html: html::complete(&for_display(&html), &pictures, BODY_SIZES, own_card.image.is_none()),
        headings: listed.collect(),
        tags: post
            .fields
            .tags
            .iter()
            .map(|tag| Link { url: tag_path(&slug(tag)), label: tag.clone() })
            .collect(),
        share: share_links(&origin, &post),
        previous: previous.map(link),
        next: next.map(link),
        related: related.iter().map(|post| card(post, &cards, &pictures)).collect(),
        newsletter,
        service,
        featured_image: post.fields.featured_image.clone(),
        published_at,
        updated_at: post.updated_at,
        post: own_card,
        content,
    }
}

/// Returns the card of a post.
#[must_use]
pub fn card(post: &Post, text: &CardText, pictures: &Pictures) -> PostCard {
    let fields = &post.fields;
    PostCard {
        title: fields.title.clone(),
        url: post_path(&post.slug),
        excerpt: fields.excerpt.clone(),
        category: Some(&fields.category)
            .filter(|category| !slug(category).is_empty())
            .map(|category| Link { label: category.clone(), url: category_path(&slug(category)) }),
        author: text.author(&fields.author).to_owned(),
        date: post_date(post.schedule.published_at.unwrap_or(post.created_at)),
        read_time: text.read_time.replace("{minutes}", &post.read_minutes.to_string()),
        cover: fields.cover,
        // A picture on another site is shown only if the Content Security Policy can name its origin.
        image: Some(&*fields.featured_image)
            .filter(|url| url.starts_with('/') || external_origin(url).is_some())
            .map(|url| pictures.at(url)),
    }
}

/// Returns the entries of the category filter: all posts, and each category. `all` is the label of the entry for all posts.
/// `current` is the URL of the current page.
#[must_use]
pub fn filters(all: &str, categories: &[Term], current: &str) -> Vec<BlogFilter> {
    let filter =
        |label: &str, url: String| BlogFilter { label: label.to_owned(), is_current: url == current, url };
    let mut filters = vec![filter(all, addresses::BLOG.path.to_owned())];
    filters.extend(categories.iter().map(|category| filter(&category.name, category_path(&category.slug))));
    filters
}

/// Returns the date of a time in the time zone of São Paulo.
#[must_use]
pub fn post_date(time: Timestamp) -> PostDate {
    let day = date::day_of(time);
    PostDate { text: date::long(day), iso: day.to_string() }
}

fn share_links(origin: &str, post: &Post) -> ShareLinks {
    let url = format!("{origin}{}", post_path(&post.slug));
    let (title, address) = (percent_encoded(&post.fields.title), percent_encoded(&url));
    ShareLinks {
        whatsapp: format!("https://wa.me/?text={title}%20{address}"),
        linkedin: format!("https://www.linkedin.com/sharing/share-offsite/?url={address}"),
        email: format!("mailto:?subject={title}&body={address}"),
        url,
    }
}
