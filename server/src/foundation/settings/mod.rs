//! Facts about the company. Each stands here once, whatever screen or page shows it.

pub mod accent;
pub mod admin;
pub mod facts;
pub mod location;
pub mod model;
pub mod parse;
pub mod public;
pub mod store;
