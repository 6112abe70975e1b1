//! The blog: posts that staff write in Markdown, and the pages visitors read them on.

pub mod admin;
pub mod bulk;
mod display;
pub mod draft_preview;
pub mod highlight;
pub mod listing;
pub mod markdown;
pub mod model;
pub mod pages;
pub mod plan;
pub mod previews;
pub mod public;
pub mod save;
pub mod schedule;
pub mod seed;
pub mod store;
pub mod tags;
pub mod trash;
pub mod versions;
pub mod views;
