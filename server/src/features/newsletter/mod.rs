//! Subscriptions to the newsletter, with double opt-in and a link to unsubscribe in each mail.

pub mod admin;
mod export;
pub mod links;
pub mod model;
mod notices;
pub mod pages;
pub mod personal_data;
pub mod public;
pub mod store;
pub mod views;
