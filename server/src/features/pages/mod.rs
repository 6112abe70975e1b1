//! The texts of the public pages: documents with defaults in `server/content/pages`, changed ones in the database.

pub mod admin;
pub mod documents;
pub mod form;
pub mod history;
pub mod listing;
pub mod model;
pub mod search;
pub mod store;
pub mod views;
