//! Subscriptions to the newsletter: asked for by anybody, confirmed and ended by whoever reads the mailbox.

pub mod admin;
mod export;
pub mod links;
pub mod model;
mod notices;
pub mod public;
pub mod store;
pub mod views;
