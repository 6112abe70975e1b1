//! Who is responsible for a contact: the staff to choose from, the rules that assign new contacts, and the rule that the person
//! who answers first becomes the assignee.

pub mod admin;
mod apply;
pub mod assignees;
pub mod model;
mod store;

pub use apply::{Assigner, with_answerer};
