//! The sections of the footer.

pub mod admin;
pub mod model;
pub mod store;
