//! Contact requests: from the public form to the reply by staff.

pub mod admin;
pub mod assignees;
pub mod bulk;
pub mod digest;
pub mod fields;
pub mod limits;
pub mod list;
pub mod mail;
mod message;
pub mod model;
pub mod notes;
pub mod own;
pub mod pages;
pub mod personal_data;
pub mod promise;
pub mod public;
pub mod replies;
mod retention;
pub mod saved_filters;
pub mod source;
pub mod stats;
pub mod store;
pub mod timeline;
pub mod triage;
pub mod views;
