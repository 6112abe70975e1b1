//! Contact requests: how a lead comes in and how staff answer it.

pub mod admin;
pub mod bulk;
pub mod delivery;
pub mod digest;
pub mod due;
pub mod export;
pub mod figures;
pub mod filter;
pub mod handling;
pub mod mail;
pub mod model;
pub mod notes;
pub mod own;
pub mod place;
pub mod promise;
pub mod public;
pub mod replies;
pub mod saved_filters;
pub mod store;
pub mod timeline;
pub mod views;
