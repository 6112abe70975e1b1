//! What the company offers: services, each shown on one of six pages.

pub mod admin;
pub mod model;
pub mod order;
pub mod pages;
pub mod public;
pub mod store;
pub mod views;
