//! The newsletter: subscriptions with double opt-in and an unsubscribe link in each mail, and the editions that they
//! receive.

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
pub mod suppressions;
pub mod views;
