//! Paths of the blog's public pages.

use crate::platform::addresses;

#[must_use]
pub fn post_path(slug: &str) -> String {
    addresses::POST.with(slug)
}

#[must_use]
pub fn category_path(slug: &str) -> String {
    addresses::CATEGORY.with(slug)
}

#[must_use]
pub fn tag_path(slug: &str) -> String {
    addresses::TAG.with(slug)
}
