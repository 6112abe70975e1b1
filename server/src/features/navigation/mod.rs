//! The main menu and the footer.

pub mod footer;
pub mod links;
pub mod menu;
pub mod public;
pub mod seed;
pub mod unsaved;
pub mod views;
