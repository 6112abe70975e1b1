//! The footer, which consists of sections.

pub mod admin;
pub mod model;
pub mod store;
