//! The items of the main menu.

pub mod admin;
pub mod model;
pub mod store;
