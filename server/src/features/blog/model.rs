//! Posts, and the filters and results of their lists.

use chrono::{DateTime, Utc};
use sea_orm::{DerivePartialModel, FromQueryResult};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{cover::Cover, markdown::PostHeading, tables::posts};
use crate::{
    foundation::audit::{Action, Event},
    platform::{parse::time, text::fold},
};

/// Default author of a post.
pub const DEFAULT_AUTHOR: &str = "Admin";

/// A post as staff edit it.
// Reading it skips the columns of HTML, headings and search text, which are as large as the content.
#[derive(Clone, Debug, Serialize, ToSchema, DerivePartialModel)]
#[sea_orm(entity = "posts::Entity")]
pub struct Post {
    pub id: Uuid,
    /// Last segment of the post's path: lower case letters, digits and hyphens.
    pub slug: String,
    #[serde(flatten)]
    #[sea_orm(nested)]
    pub fields: PostFields,
    #[serde(flatten)]
    #[sea_orm(nested)]
    pub schedule: PostSchedule,
    /// Estimated reading time in minutes.
    pub read_minutes: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Time of the deletion; null outside the trash.
    #[schema(required)]
    pub deleted_at: Option<DateTime<Utc>>,
}

impl Post {
    /// Returns an audit event about the post.
    #[must_use]
    pub fn event(&self, action: Action) -> Event {
        Event::new(action).on(self.id, &self.fields.title)
    }
}

/// The texts of a post, which its history stores.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema, DerivePartialModel)]
#[sea_orm(entity = "posts::Entity")]
pub struct PostFields {
    pub title: String,
    pub excerpt: String,
    /// Markdown.
    pub content: String,
    /// Path on this site or `https` URL of the picture; empty for none.
    pub featured_image: String,
    pub cover: Cover,
    pub category: String,
    #[sea_orm(skip)]
    pub tags: Vec<String>,
    pub author: String,
    /// Title for search engines; empty uses the post's title.
    pub seo_title: String,
    /// Description for search engines; empty uses the excerpt.
    pub seo_description: String,
}

impl PostFields {
    /// Returns the text of the `search` column. `text` is the rendered content without markup.
    #[must_use]
    pub fn search_text(&self, text: &str) -> String {
        let tags = self.tags.join(" ");
        fold(&[&*self.title, &*self.excerpt, &*self.category, &tags, &*self.author, text].join(" "))
    }
}

/// When visitors see a post.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, DerivePartialModel,
)]
#[sea_orm(entity = "posts::Entity")]
pub struct PostSchedule {
    pub is_published: bool,
    /// Time of the first publication.
    #[serde(default, deserialize_with = "time")]
    #[schema(required)]
    pub published_at: Option<DateTime<Utc>>,
    /// Time at which the post will be published. Null for a published post and for a draft that isn't scheduled.
    #[serde(default, deserialize_with = "time")]
    #[schema(required)]
    pub publish_at: Option<DateTime<Utc>>,
    /// Time at which the post will be unpublished. Null if it won't be, and always null for visitors.
    #[serde(default, deserialize_with = "time")]
    #[schema(required)]
    pub unpublish_at: Option<DateTime<Utc>>,
}

/// A post in a short list, without its texts.
#[derive(Debug, Serialize, FromQueryResult, ToSchema)]
pub struct LatestPost {
    pub id: Uuid,
    pub title: String,
    pub slug: String,
    pub is_published: bool,
    /// Time at which the post will be published; null if it isn't scheduled.
    #[schema(required)]
    pub publish_at: Option<DateTime<Utc>>,
    pub author: String,
    pub created_at: DateTime<Utc>,
}

/// One page of a list of posts.
#[derive(Debug, Serialize, ToSchema)]
pub struct PostList {
    pub posts: Vec<Post>,
}

/// A post with its rendered content.
#[derive(Clone, Debug)]
pub struct RenderedPost {
    pub post: Post,
    pub html: String,
    pub headings: Vec<PostHeading>,
}

/// The name and slug of a category or tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    pub name: String,
    pub slug: String,
}

/// Title and slug of a published post, for a link to it.
#[derive(Clone, Debug)]
pub struct PostLink {
    pub title: String,
    pub slug: String,
}

/// Current title and slug of a post, for links to it.
#[derive(Clone, Debug)]
pub struct PostLocation {
    pub id: Uuid,
    pub title: String,
    pub slug: String,
    pub is_published: bool,
}

/// Filter of a list of posts. Visitors always get published posts only.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PostFilter {
    /// Text to find anywhere in title, excerpt, category, tags, author or content. Case and accents don't matter.
    pub search: Option<String>,
    /// Slug of a category, such as `cloud-computing`.
    pub category: Option<String>,
    /// Slug of a tag.
    pub tag: Option<String>,
    pub is_published: Option<bool>,
    /// Whether `publish_at` is set.
    pub is_scheduled: Option<bool>,
    pub sort: Option<PostSort>,
}

/// Order of a list of posts: by time of creation or of the last change. With `-`, the latest post is first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
pub enum PostSort {
    #[default]
    #[serde(rename = "-created_at")]
    Newest,
    #[serde(rename = "created_at")]
    Oldest,
    #[serde(rename = "-updated_at")]
    LatestChange,
    #[serde(rename = "updated_at")]
    EarliestChange,
}

impl PostSort {
    #[must_use]
    pub fn is_descending(self) -> bool {
        matches!(self, Self::Newest | Self::LatestChange)
    }

    #[must_use]
    pub fn is_by_change(self) -> bool {
        matches!(self, Self::LatestChange | Self::EarliestChange)
    }
}

/// What happened to a post that visitors can no longer open by a slug.
#[derive(Debug, PartialEq, Eq)]
pub enum OldSlug {
    /// The post has this new slug.
    Moved(String),
    Deleted,
}
