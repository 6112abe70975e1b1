//! Editions of the newsletter: written in the panel, sent to all confirmed subscriptions, and shown in a public archive.

pub mod actions;
pub mod admin;
pub mod archive;
pub mod deliveries;
pub mod letter;
mod mail_html;
pub mod model;
pub mod new_posts;
pub mod results;
pub mod sending;
pub mod store;
pub mod views;
