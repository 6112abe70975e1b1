//! Interests: categories and tags of the blog that staff offer to subscribers. A subscriber chooses some of
//! them in the form, or later on the preferences page, which the mails link to. A subscriber who has chosen none of
//! the offered interests receives every edition.

pub mod admin;
pub mod preferences;
pub mod segments;
pub mod store;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum number of interests that the site offers.
pub const MAX_INTERESTS: usize = 20;

/// Maximum number of characters of a slug.
pub const MAX_SLUG: usize = 200;

/// An interest that subscribers can choose: a category or tag of the blog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Interest {
    /// Slug of the category or tag.
    pub slug: String,
    /// Name of the category or tag.
    pub name: String,
}
