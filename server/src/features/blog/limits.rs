//! Limits of the fields of a post, in characters unless stated otherwise. The parser and the contract of the API use them.

pub const MAX_TITLE: usize = 160;
/// Maximum length of a slug before characters other than letters, digits and hyphens are removed.
pub const MAX_TYPED_SLUG: usize = 400;
pub const MAX_SLUG: usize = 120;
pub const MAX_EXCERPT: usize = 400;
pub const MAX_CONTENT: usize = 100_000;
/// Maximum length of the URL of a picture.
pub const MAX_IMAGE: usize = 500;
pub const MAX_CATEGORY: usize = 60;
pub const MAX_AUTHOR: usize = 120;
pub const MAX_SEO_TITLE: usize = 160;
pub const MAX_SEO_DESCRIPTION: usize = 400;
/// Maximum number of tags of a post.
pub const MAX_TAGS: usize = 12;
pub const MAX_TAG: usize = 40;
