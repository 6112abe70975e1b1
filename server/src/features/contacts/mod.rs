//! Contact requests: how a lead comes in and how staff answer it.

pub mod admin;
pub mod bulk;
pub mod cursor;
pub mod deadlines;
pub mod delivery;
pub mod digest;
pub mod export;
pub mod filter;
pub mod mail;
pub mod model;
pub mod notes;
pub mod own;
pub mod pages;
pub mod promise;
pub mod public;
pub mod replies;
pub mod saved_filters;
pub mod stats;
pub mod store;
pub mod timeline;
pub mod triage;
pub mod views;
