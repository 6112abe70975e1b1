//! The newsletter: subscriptions with double opt-in and a link to unsubscribe in each mail, and the editions sent to them.

pub mod admin;
pub mod editions;
mod export;
pub mod import;
pub mod interests;
pub mod links;
pub mod model;
mod notices;
pub mod pages;
pub mod personal_data;
pub mod public;
pub mod reports;
pub mod stops;
pub mod store;
pub mod views;
