//! Subscriptions to the newsletter.

pub mod model;
pub mod public;
pub mod store;
pub mod views;
