//! The services of the company, each of which one of six public pages shows.

pub mod admin;
pub mod model;
pub mod pages;
pub mod public;
pub mod store;
pub mod views;
