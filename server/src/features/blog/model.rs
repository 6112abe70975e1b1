//! A post and what is asked of it.

use chrono::{DateTime, Utc};
use sea_orm::{
    DerivePartialModel, FromQueryResult,
    entity::prelude::{DeriveActiveEnum, EnumIter},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{
    plan::{self, Plan, Planned},
    store::posts,
    tags::parse_tags,
};
use crate::{
    features::pages::content::blog::CATEGORIES,
    foundation::media::picture::external_origin,
    platform::{
        clock::Timestamp,
        error::Result,
        parse::Fields,
        text::{self, fold, slug},
    },
};

pub const DEFAULT_AUTHOR: &str = "Admin";
pub const MAX_TITLE: usize = 160;
/// The most characters of a slug as typed. Other characters than letters, digits and hyphens are then removed.
pub const MAX_TYPED_SLUG: usize = 400;
pub const MAX_EXCERPT: usize = 400;
pub const MAX_CONTENT: usize = 100_000;
pub const MAX_IMAGE: usize = 500;
pub const MAX_CATEGORY: usize = 60;
pub const MAX_AUTHOR: usize = 120;
pub const MAX_SEO_TITLE: usize = 160;
pub const MAX_SEO_DESCRIPTION: usize = 400;
pub const MAX_SLUG: usize = 120;

/// What the cover of a post shows where it has no picture of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Cover {
    Cloud,
    Security,
    Ai,
    Automation,
    Backup,
    Monitoring,
}

impl Cover {
    /// The one that goes with a category; any other category gets one by chance, always the same.
    #[must_use]
    pub fn of(category: &str) -> Self {
        const ALL: [Cover; 6] =
            [Cover::Cloud, Cover::Security, Cover::Ai, Cover::Automation, Cover::Backup, Cover::Monitoring];
        let known = CATEGORIES.iter().position(|known| slug(known) == slug(category));
        let place = known.unwrap_or_else(|| category.bytes().map(usize::from).sum::<usize>() % ALL.len());
        ALL[place]
    }
}

/// A post as staff write it and programs read it.
// Without its HTML, its headings and its search text, which are as large as its content.
#[derive(Clone, Debug, Serialize, ToSchema, DerivePartialModel)]
#[sea_orm(entity = "posts::Entity")]
pub struct Post {
    pub id: Uuid,
    pub title: String,
    /// The last part of its address: lower case, digits and hyphens.
    pub slug: String,
    pub excerpt: String,
    /// Markdown.
    pub content: String,
    /// A path of this site or an https address; empty for none.
    pub featured_image: String,
    pub cover: Cover,
    pub category: String,
    #[sea_orm(skip)]
    pub tags: Vec<String>,
    pub is_published: bool,
    pub author: String,
    /// How long reading it takes, in minutes.
    pub read_minutes: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// When it was first published.
    #[schema(required)]
    pub published_at: Option<DateTime<Utc>>,
    /// When it will be published; null for one that is, and for a draft without a plan.
    #[schema(required)]
    pub publish_at: Option<DateTime<Utc>>,
    /// When it will be no more. Only staff are told.
    #[schema(required)]
    pub unpublish_at: Option<DateTime<Utc>>,
    /// What search engines show for a title; empty for the post's own.
    pub seo_title: String,
    /// What search engines show below it; empty for the excerpt.
    pub seo_description: String,
    /// When it was put in the trash; null for one that isn't there.
    #[schema(required)]
    pub deleted_at: Option<DateTime<Utc>>,
}

/// A post by its name, without its text.
#[derive(Debug, Serialize, FromQueryResult, ToSchema)]
pub struct LatestPost {
    pub id: Uuid,
    pub title: String,
    pub slug: String,
    pub is_published: bool,
    /// When visitors will see it; null if that isn't planned.
    #[schema(required)]
    pub publish_at: Option<DateTime<Utc>>,
    pub author: String,
    pub created_at: DateTime<Utc>,
}

/// The body of `GET /api/blog`.
#[derive(Debug, Serialize, ToSchema)]
pub struct PostList {
    pub posts: Vec<Post>,
}

/// What is posted for a post. A new one needs a title, a slug and content; in a change, fields left out keep their
/// value.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct PostInput {
    pub title: Option<String>,
    pub slug: Option<String>,
    pub excerpt: Option<String>,
    pub content: Option<String>,
    pub featured_image: Option<String>,
    /// By default the one that goes with the category.
    pub cover: Option<Cover>,
    pub category: Option<String>,
    pub tags: Option<Vec<String>>,
    pub is_published: Option<bool>,
    /// By default 'Admin'.
    pub author: Option<String>,
    /// When to publish it, of one that isn't published; null for no such moment.
    #[serde(default, deserialize_with = "plan::given")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub publish_at: Option<Planned>,
    /// When to unpublish it; null for no such moment.
    #[serde(default, deserialize_with = "plan::given")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub unpublish_at: Option<Planned>,
    /// When it came out elsewhere, of a new one.
    pub published_at: Option<DateTime<Utc>>,
    pub seo_title: Option<String>,
    pub seo_description: Option<String>,
}

/// The fields that staff fill in, valid.
#[derive(Clone, Debug)]
pub struct Details {
    pub title: String,
    pub slug: String,
    pub excerpt: String,
    pub content: String,
    pub featured_image: String,
    pub cover: Cover,
    pub category: String,
    pub tags: Vec<String>,
    pub is_published: bool,
    pub author: String,
    pub publish_at: Option<Timestamp>,
    pub unpublish_at: Option<Timestamp>,
    pub published_at: Option<Timestamp>,
    pub seo_title: String,
    pub seo_description: String,
}

impl Details {
    /// The text of `input` as [`Details::parse`] takes it. `None` where it has none, or an invalid one.
    pub fn parse_content(input: &PostInput) -> Option<String> {
        let mut fields = Fields::default();
        let content = fields.required_text("content", input.content.as_deref()?, MAX_CONTENT);
        fields.finish(content).ok()
    }

    /// What `input` says, and for the rest what `current` has.
    pub fn parse(input: &PostInput, current: Option<&Post>, now: Timestamp) -> Result<Self> {
        let text = |new: &Option<String>, old: fn(&Post) -> &String| {
            new.clone().or_else(|| current.map(|post| old(post).clone())).unwrap_or_default()
        };
        let mut fields = Fields::default();
        let category = fields.line("category", &text(&input.category, |post| &post.category), MAX_CATEGORY);
        let author = fields.line("author", &text(&input.author, |post| &post.author), MAX_AUTHOR);
        let Plan { is_published, publish_at, unpublish_at, published_at } =
            Plan::parse(&mut fields, input, current, now);
        let details = Self {
            title: fields.required_line("title", &text(&input.title, |post| &post.title), MAX_TITLE),
            slug: parse_slug(&mut fields, &text(&input.slug, |post| &post.slug)),
            excerpt: fields.line("excerpt", &text(&input.excerpt, |post| &post.excerpt), MAX_EXCERPT),
            content: fields.required_text(
                "content",
                &text(&input.content, |post| &post.content),
                MAX_CONTENT,
            ),
            featured_image: parse_image(
                &mut fields,
                &text(&input.featured_image, |post| &post.featured_image),
                current,
            ),
            cover: input.cover.unwrap_or_else(|| kept_cover(current, &category)),
            tags: match (&input.tags, current) {
                (Some(tags), _) => parse_tags(&mut fields, tags),
                (None, Some(post)) => post.tags.clone(),
                (None, None) => Vec::new(),
            },
            is_published,
            publish_at,
            unpublish_at,
            published_at,
            seo_title: fields.line(
                "seo_title",
                &text(&input.seo_title, |post| &post.seo_title),
                MAX_SEO_TITLE,
            ),
            seo_description: fields.line(
                "seo_description",
                &text(&input.seo_description, |post| &post.seo_description),
                MAX_SEO_DESCRIPTION,
            ),
            author: if author.is_empty() { DEFAULT_AUTHOR.to_owned() } else { author },
            category,
        };
        fields.finish(details)
    }

    /// What the `search` column holds of it; `words` is what its text says.
    #[must_use]
    pub fn search(&self, words: &str) -> String {
        let tags = self.tags.join(" ");
        fold(&[&*self.title, &*self.excerpt, &*self.category, &tags, &*self.author, words].join(" "))
    }
}

/// A cover that was chosen stays; one that came with the category changes with it.
fn kept_cover(current: Option<&Post>, category: &str) -> Cover {
    match current {
        Some(post) if post.cover != Cover::of(&post.category) => post.cover,
        _ => Cover::of(category),
    }
}

fn parse_slug(fields: &mut Fields, written: &str) -> String {
    let written = fields.required_line("slug", written, MAX_TYPED_SLUG);
    let slug = slug(&written);
    if slug.is_empty() && !written.is_empty() {
        fields.refuse("slug", "Use letras, números e hifens.");
    }
    if slug.len() > MAX_SLUG {
        fields.refuse("slug", &format!("Use no máximo {MAX_SLUG} caracteres."));
    }
    slug
}

/// What a post has stays, whatever was allowed when it was given.
fn parse_image(fields: &mut Fields, url: &str, current: Option<&Post>) -> String {
    let url = fields.line("featured_image", url, MAX_IMAGE);
    let is_kept = current.is_some_and(|post| post.featured_image == url);
    let can_be_shown = text::is_safe_url(&url) && (url.starts_with('/') || external_origin(&url).is_some());
    if !url.is_empty() && !is_kept && !can_be_shown {
        fields.refuse("featured_image", "Use um endereço https:// ou uma imagem da biblioteca.");
    }
    url
}

/// Which posts a list has. Whoever isn't staff gets published ones only, whatever is asked for.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PostFilter {
    /// Found anywhere in title, excerpt, category, tags, author or text, whatever its case and accents.
    pub search: Option<String>,
    /// The slug of a category: `cloud-computing`.
    pub category: Option<String>,
    /// The slug of a tag.
    pub tag: Option<String>,
    pub is_published: Option<bool>,
    /// Those that will be published at a moment to come, or those that won't.
    pub is_scheduled: Option<bool>,
    pub sort: Option<PostSort>,
}

/// The order of a list of posts; what starts with `-` has the latest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
pub enum PostSort {
    #[default]
    #[serde(rename = "-created_at")]
    Newest,
    #[serde(rename = "created_at")]
    Oldest,
    #[serde(rename = "-updated_at")]
    LastChanged,
    #[serde(rename = "updated_at")]
    LongUnchanged,
}

impl PostSort {
    #[must_use]
    pub fn is_descending(self) -> bool {
        matches!(self, Self::Newest | Self::LastChanged)
    }

    #[must_use]
    pub fn is_by_change(self) -> bool {
        matches!(self, Self::LastChanged | Self::LongUnchanged)
    }
}

/// What posts are sorted under, and how many of them are.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PostTerm {
    pub name: String,
    pub count: i64,
}

/// The categories and tags there are, the most used first; the six categories of the blog's filter before all others.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PostTerms {
    pub categories: Vec<PostTerm>,
    pub tags: Vec<PostTerm>,
}

/// Where a slug leads that no post has now.
#[derive(Debug, PartialEq, Eq)]
pub enum OldSlug {
    /// The post has this one by now.
    Moved(String),
    /// The post was deleted.
    Gone,
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

    #[test]
    fn a_new_post_is_a_draft_by_admin() {
        let details = Details::parse(&input(), None, Timestamp::default()).expect("valid");
        assert_eq!((&*details.slug, &*details.author, details.is_published), ("ola-mundo", "Admin", false));
    }

    #[test]
    fn title_slug_and_content_are_required() {
        let Err(Error::Invalid(errors)) = Details::parse(&PostInput::default(), None, Timestamp::default())
        else {
            panic!("refused")
        };
        assert_eq!(errors.keys().collect::<Vec<_>>(), ["content", "slug", "title"]);
    }

    #[test]
    fn pictures_come_from_here_or_over_https() {
        for (url, good) in [
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
            assert_eq!(Details::parse(&input, None, Timestamp::default()).is_ok(), good, "{url}");
        }
    }

    #[test]
    fn a_cover_follows_its_category() {
        assert_eq!(Cover::of("Segurança"), Cover::Security);
        assert_eq!(Cover::of("seguranca"), Cover::Security);
        assert_eq!(Cover::of("Outra coisa"), Cover::of("Outra coisa"));
    }
}
