//! Renders an unsaved post for a preview.

use uuid::Uuid;

use super::{input::PostInput, tags::parse_tags};
use crate::{
    features::blog::{
        cover::Cover,
        limits::{
            MAX_AUTHOR, MAX_CATEGORY, MAX_CONTENT, MAX_EXCERPT, MAX_IMAGE, MAX_SEO_DESCRIPTION,
            MAX_SEO_TITLE, MAX_TITLE, MAX_TYPED_SLUG,
        },
        markdown,
        model::{DEFAULT_AUTHOR, Post, PostFields, PostSchedule, RenderedPost},
    },
    platform::{clock::Timestamp, error::Result, parse::Fields},
};

const UNTITLED: &str = "Sem título";

/// Renders an unsaved post, whose fields may be missing. Fails with the errors of saving if a field is too long, a tag is invalid
/// or the content is nested too deeply. Slug and picture may be invalid.
pub fn render(input: &PostInput, now: Timestamp) -> Result<RenderedPost> {
    let (slug, fields) = parse(input)?;
    let article = markdown::render(&fields.content)?;
    let post = Post {
        id: Uuid::nil(),
        slug,
        fields,
        schedule: PostSchedule::default(),
        read_minutes: article.read_minutes,
        created_at: now,
        updated_at: now,
        deleted_at: None,
    };
    Ok(RenderedPost { post, html: article.html, headings: article.headings })
}

/// Returns slug and fields. Refuses fields that are too long, so that they aren't rendered.
fn parse(input: &PostInput) -> Result<(String, PostFields)> {
    let mut fields = Fields::default();
    let mut line =
        |name, value: &Option<String>, max| fields.line(name, value.as_deref().unwrap_or_default(), max);
    let or = |text: String, default: &str| if text.is_empty() { default.to_owned() } else { text };
    let category = line("category", &input.category, MAX_CATEGORY);
    let slug = line("slug", &input.slug, MAX_TYPED_SLUG);
    let post = PostFields {
        title: or(line("title", &input.title, MAX_TITLE), UNTITLED),
        excerpt: line("excerpt", &input.excerpt, MAX_EXCERPT),
        featured_image: line("featured_image", &input.featured_image, MAX_IMAGE),
        cover: input.cover.unwrap_or_else(|| Cover::of(&category)),
        category,
        author: or(line("author", &input.author, MAX_AUTHOR), DEFAULT_AUTHOR),
        seo_title: line("seo_title", &input.seo_title, MAX_SEO_TITLE),
        seo_description: line("seo_description", &input.seo_description, MAX_SEO_DESCRIPTION),
        content: fields.text("content", input.content.as_deref().unwrap_or_default(), MAX_CONTENT),
        tags: parse_tags(&mut fields, input.tags.as_deref().unwrap_or_default()),
    };
    fields.finish((slug, post))
}
