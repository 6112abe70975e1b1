//! A post made from what is being typed, complete enough for its page to be looked at.

use uuid::Uuid;

use super::{
    markdown,
    model::{Cover, DEFAULT_AUTHOR, Post, PostInput},
    store::PublishedPost,
};
use crate::platform::{clock::Timestamp, error::Result};

const UNTITLED: &str = "Sem título";

/// As the site would show it, had it been published now.
pub fn of(input: &PostInput, now: Timestamp) -> Result<PublishedPost> {
    let text = |field: &Option<String>| field.as_deref().unwrap_or_default().trim().to_owned();
    let filled = |field: &Option<String>, default: &str| match text(field) {
        text if text.is_empty() => default.to_owned(),
        text => text,
    };
    let (content, category) = (text(&input.content), text(&input.category));
    let article = markdown::render(&content)?;
    let post = Post {
        id: Uuid::nil(),
        title: filled(&input.title, UNTITLED),
        slug: text(&input.slug),
        excerpt: text(&input.excerpt),
        content,
        featured_image: text(&input.featured_image),
        cover: input.cover.unwrap_or_else(|| Cover::of(&category)),
        category,
        tags: input.tags.clone().unwrap_or_default(),
        is_published: false,
        author: filled(&input.author, DEFAULT_AUTHOR),
        read_minutes: article.read_minutes,
        created_at: now,
        updated_at: now,
        published_at: None,
        publish_at: None,
        unpublish_at: None,
        seo_title: text(&input.seo_title),
        seo_description: text(&input.seo_description),
        deleted_at: None,
    };
    Ok(PublishedPost { post, html: article.html, headings: article.headings })
}
