//! Renders an unsaved post for a preview.

use uuid::Uuid;

use super::input::PostInput;
use crate::{
    features::blog::{
        cover::Cover,
        markdown,
        model::{DEFAULT_AUTHOR, Post, PostFields, PostSchedule, RenderedPost},
    },
    platform::{clock::Timestamp, error::Result},
};

const UNTITLED: &str = "Sem título";

/// Renders an unsaved post whose fields may be missing or invalid. Fails only if the content is nested too deeply.
pub fn render(input: &PostInput, now: Timestamp) -> Result<RenderedPost> {
    let text = |field: &Option<String>| field.as_deref().unwrap_or_default().trim().to_owned();
    let text_or = |field: &Option<String>, default: &str| match text(field) {
        text if text.is_empty() => default.to_owned(),
        text => text,
    };
    let content = text(&input.content);
    let category = text(&input.category);
    let article = markdown::render(&content)?;
    let fields = PostFields {
        title: text_or(&input.title, UNTITLED),
        excerpt: text(&input.excerpt),
        content,
        featured_image: text(&input.featured_image),
        cover: input.cover.unwrap_or_else(|| Cover::of(&category)),
        category,
        tags: input.tags.clone().unwrap_or_default(),
        author: text_or(&input.author, DEFAULT_AUTHOR),
        seo_title: text(&input.seo_title),
        seo_description: text(&input.seo_description),
    };
    let post = Post {
        id: Uuid::nil(),
        slug: text(&input.slug),
        fields,
        schedule: PostSchedule::default(),
        read_minutes: article.read_minutes,
        created_at: now,
        updated_at: now,
        deleted_at: None,
    };
    Ok(RenderedPost { post, html: article.html, headings: article.headings })
}
