//! The blog: posts that staff write in Markdown, and the pages visitors read them on.

pub mod admin;
pub mod highlight;
pub mod markdown;
pub mod model;
pub mod public;
pub mod seed;
pub mod store;
pub mod views;
