//! The main menu and the footer.

pub mod address;
pub mod draft;
pub mod footer;
pub mod link;
pub mod link_options;
pub mod menu;
pub mod public;
pub mod store;
pub mod target;
pub mod views;
