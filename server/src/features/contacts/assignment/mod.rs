//! Rules that assign new contacts, and the rule that who answers first becomes the assignee.

pub mod admin;
mod apply;
pub mod model;
mod store;

pub use apply::{assign_new, with_answerer};
