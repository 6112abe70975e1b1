//! The main menu and the footer.

pub mod model;
pub mod store;
