//! The services of the company. Each is shown on one of six detail pages.

pub mod admin;
pub mod model;
pub mod pages;
pub mod public;
pub mod store;
pub mod views;
