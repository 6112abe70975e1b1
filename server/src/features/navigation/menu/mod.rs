//! The entries of the main menu.

pub mod admin;
pub mod model;
