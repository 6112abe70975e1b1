//! Contact requests: how a lead comes in and how staff answer it.

pub mod admin;
pub mod export;
pub mod mail;
pub mod model;
pub mod public;
pub mod store;
pub mod views;
