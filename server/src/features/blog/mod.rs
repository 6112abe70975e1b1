//! The blog: posts that staff write in Markdown, and the pages that show them.

pub mod bulk;
mod categories;
pub mod cover;
pub mod limits;
pub mod listing;
pub mod markdown;
pub mod model;
pub mod pages;
pub mod paths;
pub mod previews;
pub mod public;
pub mod schedule;
pub mod seed;
pub mod sitemap;
pub mod store;
mod tables;
pub mod terms;
pub mod trash;
pub mod views;
pub mod writing;
