//! Redirects from former addresses to their targets, and missing pages that may need a redirect.

pub mod admin;
pub mod canonical;
pub mod import;
pub mod lookup;
pub mod missing;
pub mod model;
pub mod personal_data;
pub mod store;
mod table;
pub mod target;
pub mod trace;
