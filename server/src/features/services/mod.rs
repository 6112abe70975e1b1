//! The services of the company. One of six detail pages shows each service.

pub mod admin;
pub mod model;
pub mod pages;
pub mod public;
pub mod store;
pub mod views;
