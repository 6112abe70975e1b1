//! Requests of people about their personal data (LGPD, article 18). A person sends the public form and confirms the email
//! address. Administrators answer within 15 days.

pub mod admin;
pub mod digest;
pub mod links;
pub mod model;
mod notices;
pub mod pages;
pub mod personal_data;
pub mod public;
pub mod replies;
pub mod store;
pub mod views;
