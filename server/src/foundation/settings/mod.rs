//! The settings: facts about the company, stored in five records.

pub mod accent;
pub mod admin;
pub mod facts;
pub mod location;
pub mod model;
pub mod parse;
pub mod public;
pub mod store;
