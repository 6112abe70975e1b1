//! The settings: facts about the company, stored in five records.

pub mod accent;
pub mod admin;
pub mod analytics_ids;
pub mod closed_days;
pub mod facts;
mod fields;
pub mod location;
pub mod met_promises;
pub mod model;
pub mod parse;
pub mod promised_hours;
pub mod public;
pub mod store;
