//! The editable content of all public pages, with defaults in `server/content/pages`. Also builds the public pages that don't
//! belong to another feature.

pub mod accounts;
pub mod admin;
pub mod built_page;
pub mod consent;
pub mod content;
pub mod form;
pub mod history;
pub mod institutional;
pub mod legal;
pub mod listing;
pub mod model;
pub mod public;
pub mod search;
pub mod store;
