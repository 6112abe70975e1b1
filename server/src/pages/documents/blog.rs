//! `blog.json` and `article.json`: the words around the posts.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CallToAction, Link, PageText};

/// `blog.json`: lists of posts.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BlogContent {
    pub meta: PageText,
    pub eyebrow: String,
    pub title: String,
    pub lead: String,
    /// Lists of one category; `{name}` stands for it.
    pub category: ListText,
    /// Lists of one tag; `{name}` stands for it.
    pub tag: ListText,
    /// Name of the row of categories.
    pub filter: String,
    /// The entry of that row which shows every post.
    pub all: String,
    pub search: SearchText,
    /// The words of each post's link.
    pub read: String,
    /// `{minutes}` stands for how long reading takes.
    pub read_time: String,
    pub more: String,
    pub loading: String,
    pub newer: String,
    pub load_failed: String,
    /// Told when posts were added to the list; `{count}` stands for how many it has.
    pub loaded: String,
    /// Added to the title of a page after the first; `{number}` stands for it.
    pub page: String,
    pub empty_title: String,
    pub empty_text: String,
    /// Where a deleted post was.
    pub gone: GoneText,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ListText {
    pub meta: PageText,
    pub title: String,
    pub lead: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchText {
    pub label: String,
    pub placeholder: String,
    pub submit: String,
    /// Title of the results; `{query}` stands for what was looked for.
    pub title: String,
    pub one: String,
    /// `{count}` stands for how many were found.
    pub many: String,
    pub none: String,
    /// Shown instead of results to whoever searches too often.
    pub refused_title: String,
    pub refused_text: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GoneText {
    pub meta: PageText,
    pub title: String,
    pub text: String,
    pub back: Link,
}

/// `article.json`: the page of a post.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ArticleContent {
    /// Added to the post's title in the browser's tab.
    pub title_suffix: String,
    /// Above a post that isn't published yet.
    pub preview: String,
    pub back: Link,
    /// Before the author's name.
    pub by: String,
    /// Before the day of the last change.
    pub updated: String,
    /// Heading of the table of contents.
    pub contents: String,
    pub tags: String,
    pub share: ShareText,
    pub previous: String,
    pub next: String,
    /// Name of the pair of links to the posts before and after.
    pub neighbours: String,
    pub related: String,
    pub closing: CallToAction,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShareText {
    pub title: String,
    pub whatsapp: String,
    pub linkedin: String,
    pub email: String,
    pub copy: String,
    pub copied: String,
    pub copy_failed: String,
}
