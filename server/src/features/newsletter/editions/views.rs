//! Props of the pages of the public archive.

use serde::Serialize;
use utoipa::ToSchema;

use super::{archive::edition_path, model::Edition};
use crate::{
    features::{
        blog::views::{PostCard, PostDate, post_date},
        pages::content::{blog::CodeText, newsletter::NewsletterArchiveText},
    },
    platform::clock::Timestamp,
};

/// Props of the list of editions.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EditionsView {
    pub content: NewsletterArchiveText,
    /// The editions, newest first.
    pub editions: Vec<EditionEntry>,
}

/// An edition in the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EditionEntry {
    pub title: String,
    pub url: String,
    /// The preview text of the edition's mails; may be empty.
    pub summary: String,
    pub date: PostDate,
}

/// Props of the page of an edition.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EditionView {
    pub content: NewsletterArchiveText,
    pub title: String,
    /// Date on which sending began.
    pub date: PostDate,
    /// The body as sanitized HTML; may be empty.
    pub html: String,
    /// Labels of the buttons that copy code.
    pub code: CodeText,
    /// The posts of the edition that are published now.
    pub posts: Vec<PostCard>,
    /// Label of the links to posts.
    pub read: String,
}

impl EditionEntry {
    /// Returns the entry of an edition.
    #[must_use]
    pub fn of(edition: &Edition) -> Self {
        Self {
            title: edition.fields.subject.clone(),
            url: edition_path(&edition.fields.slug),
            summary: edition.fields.preheader.clone(),
            date: post_date(sent_at(edition)),
        }
    }
}

/// Returns the time at which sending began, or else the time of creation.
pub(super) fn sent_at(edition: &Edition) -> Timestamp {
    edition.started_at.unwrap_or(edition.created_at)
}
