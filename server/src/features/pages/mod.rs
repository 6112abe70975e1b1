//! The editable content of the public pages, with defaults in `server/content/pages`, and the pages that no other feature
//! builds.

pub mod accounts;
pub mod admin;
pub mod built_page;
pub mod consent;
pub mod content;
pub mod form;
pub mod history;
pub mod institutional;
pub mod listing;
pub mod model;
pub mod registration;
pub mod search;
pub mod store;
