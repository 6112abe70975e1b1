//! The main menu, which consists of items.

pub mod admin;
pub mod model;
pub mod store;
