//! Parses a post that staff send.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use utoipa::ToSchema;

use super::tags::parse_tags;
use crate::{
    features::blog::{
        cover::Cover,
        limits::{
            MAX_AUTHOR, MAX_CATEGORY, MAX_CONTENT, MAX_EXCERPT, MAX_IMAGE, MAX_SEO_DESCRIPTION,
            MAX_SEO_TITLE, MAX_SLUG, MAX_TITLE, MAX_TYPED_SLUG,
        },
        model::{DEFAULT_AUTHOR, Post, PostFields, PostSchedule},
        schedule::input::ScheduleInput,
    },
    foundation::media::picture::external_origin,
    platform::{
        clock::Timestamp,
        error::Result,
        parse::{Fields, null_or_time, time, too_long},
        text::{self, slug},
    },
};

/// A new post, or a change of one. A new post needs a title, a slug and content. In a change, missing fields keep their
/// values.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct PostInput {
    pub title: Option<String>,
    pub slug: Option<String>,
    pub excerpt: Option<String>,
    /// Markdown.
    pub content: Option<String>,
    /// Path on this site or `https` URL of the picture; empty for none.
    pub featured_image: Option<String>,
    /// Drawing on the card of a post without a picture. Default: the cover of the category.
    pub cover: Option<Cover>,
    pub category: Option<String>,
    pub tags: Option<Vec<String>>,
    /// Default: false.
    pub is_published: Option<bool>,
    /// Default: `Admin`.
    pub author: Option<String>,
    /// Time at which to publish a draft; null clears it.
    #[serde(default, deserialize_with = "null_or_time")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub publish_at: Option<Option<DateTime<Utc>>>,
    /// Time at which to unpublish the post; null clears it.
    #[serde(default, deserialize_with = "null_or_time")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub unpublish_at: Option<Option<DateTime<Utc>>>,
    /// Time of the first publication of a new post that was published on another site before. A change ignores this field.
    #[serde(default, deserialize_with = "time")]
    pub published_at: Option<DateTime<Utc>>,
    /// Title for search engines; empty uses the post's title.
    pub seo_title: Option<String>,
    /// Description for search engines; empty uses the excerpt.
    pub seo_description: Option<String>,
}

impl From<PostFields> for PostInput {
    fn from(fields: PostFields) -> Self {
        Self {
            title: Some(fields.title),
            excerpt: Some(fields.excerpt),
            content: Some(fields.content),
            featured_image: Some(fields.featured_image),
            cover: Some(fields.cover),
            category: Some(fields.category),
            tags: Some(fields.tags),
            author: Some(fields.author),
            seo_title: Some(fields.seo_title),
            seo_description: Some(fields.seo_description),
            ..Self::default()
        }
    }
}

impl PostInput {
    /// Returns the input without its schedule.
    #[must_use]
    pub fn without_schedule(self) -> Self {
        Self { is_published: None, publish_at: None, unpublish_at: None, published_at: None, ..self }
    }

    /// Parses only the content, like [`ValidPost::parse`]. `None` if it is missing or invalid.
    #[must_use]
    pub fn parse_content(&self) -> Option<String> {
        let mut fields = Fields::default();
        let content = fields.required_text("content", self.content.as_deref()?, MAX_CONTENT);
        fields.finish(content).ok()
    }
}

/// The valid fields of a post to store.
#[derive(Clone, Debug)]
pub struct ValidPost {
    pub slug: String,
    pub fields: PostFields,
    pub schedule: PostSchedule,
}

impl ValidPost {
    /// Parses `input`. Missing fields take their values from `current`.
    pub fn parse(input: &PostInput, current: Option<&Post>, now: Timestamp) -> Result<Self> {
        let mut fields = Fields::default();
        let schedule = ScheduleInput {
            is_published: input.is_published,
            publish_at: input.publish_at,
            unpublish_at: input.unpublish_at,
            published_at: input.published_at,
        };
        let old_slug = || current.map(|post| post.slug.clone());
        let valid = Self {
            slug: parse_slug(&mut fields, &input.slug.clone().or_else(old_slug).unwrap_or_default()),
            fields: parse_fields(&mut fields, input, current.map(|post| &post.fields)),
            schedule: schedule.parse(&mut fields, current.map(|post| &post.schedule), now),
        };
        fields.finish(valid)
    }
}

fn parse_fields(fields: &mut Fields, input: &PostInput, current: Option<&PostFields>) -> PostFields {
    let text = |new: &Option<String>, old: fn(&PostFields) -> &String| {
        new.clone().or_else(|| current.map(|fields| old(fields).clone())).unwrap_or_default()
    };
    let category = fields.line("category", &text(&input.category, |old| &old.category), MAX_CATEGORY);
    let author = fields.line("author", &text(&input.author, |old| &old.author), MAX_AUTHOR);
    PostFields {
        title: fields.required_line("title", &text(&input.title, |old| &old.title), MAX_TITLE),
        excerpt: fields.line("excerpt", &text(&input.excerpt, |old| &old.excerpt), MAX_EXCERPT),
        content: fields.required_text("content", &text(&input.content, |old| &old.content), MAX_CONTENT),
        featured_image: parse_image(fields, &text(&input.featured_image, |old| &old.featured_image), current),
        cover: input.cover.unwrap_or_else(|| default_cover(current, &category)),
        tags: match (&input.tags, current) {
            (Some(tags), _) => parse_tags(fields, tags),
            (None, Some(old)) => old.tags.clone(),
            (None, None) => Vec::new(),
        },
        author: if author.is_empty() { DEFAULT_AUTHOR.to_owned() } else { author },
        category,
        seo_title: fields.line("seo_title", &text(&input.seo_title, |old| &old.seo_title), MAX_SEO_TITLE),
        seo_description: fields.line(
            "seo_description",
            &text(&input.seo_description, |old| &old.seo_description),
            MAX_SEO_DESCRIPTION,
        ),
    }
}

/// Returns the cover of a post if the request has none: the stored cover if it differs from that of the stored category, which
/// means that staff chose it. Otherwise returns the cover of the category.
fn default_cover(current: Option<&PostFields>, category: &str) -> Cover {
    match current {
        Some(old) if old.cover != Cover::of(&old.category) => old.cover,
        _ => Cover::of(category),
    }
}

fn parse_slug(fields: &mut Fields, typed: &str) -> String {
    let typed = fields.required_line("slug", typed, MAX_TYPED_SLUG);
    let slug = slug(&typed);
    if slug.is_empty() && !typed.is_empty() {
        fields.refuse("slug", "Use letras, números e hifens.");
    }
    if slug.len() > MAX_SLUG {
        fields.refuse("slug", &too_long(MAX_SLUG));
    }
    slug
}

/// Parses the URL of the picture. Accepts the stored URL in any case, because it may have been stored before these rules.
fn parse_image(fields: &mut Fields, url: &str, current: Option<&PostFields>) -> String {
    let url = fields.line("featured_image", url, MAX_IMAGE);
    let is_stored = current.is_some_and(|old| old.featured_image == url);
    let can_be_shown = text::is_safe_url(&url) && (url.starts_with('/') || external_origin(&url).is_some());
    if !url.is_empty() && !is_stored && !can_be_shown {
        fields.refuse("featured_image", "Use um endereço https:// ou uma imagem da biblioteca.");
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::error::Error;

    fn input() -> PostInput {
        PostInput {
            title: Some("Olá".into()),
            slug: Some("Olá, Mundo!".into()),
            content: Some("Texto".into()),
            ..PostInput::default()
        }
    }

    fn parse(input: &PostInput) -> Result<ValidPost> {
        ValidPost::parse(input, None, Timestamp::default())
    }

    #[test]
    fn new_post_is_a_draft_by_admin_by_default() {
        let ValidPost { slug, fields, schedule } = parse(&input()).expect("valid");
        assert_eq!((&*slug, &*fields.author, schedule.is_published), ("ola-mundo", "Admin", false));
    }

    #[test]
    fn title_slug_and_content_are_required() {
        let Err(Error::Invalid(errors)) = parse(&PostInput::default()) else { panic!("refused") };
        assert_eq!(errors.keys().collect::<Vec<_>>(), ["content", "slug", "title"]);
    }

    #[test]
    fn picture_is_a_path_or_an_https_url() {
        for (url, is_valid) in [
            ("https://exemplo.com.br/a.png", true),
            ("/media/a.png", true),
            ("//mal.example/a.png", false),
            ("/\\mal.example", false),
            ("javascript:alert(1)", false),
            ("http://exemplo.com.br/a.png", false),
            ("data:image/png;base64,AAAA", false),
            ("https://*.com.br/a.png", false),
            ("a.png", false),
        ] {
            let input = PostInput { featured_image: Some(url.into()), ..input() };
            assert_eq!(parse(&input).is_ok(), is_valid, "{url}");
        }
    }

    #[test]
    fn null_publish_at_differs_from_a_missing_one() {
        let read = |json: &str| serde_json::from_str::<PostInput>(json).expect("JSON").publish_at;
        assert_eq!(read("{}"), None);
        assert_eq!(read(r#"{"publish_at": null}"#), Some(None));
        assert!(matches!(read(r#"{"publish_at": "2026-11-21T10:00:00-03:00"}"#), Some(Some(_))));
    }
}
