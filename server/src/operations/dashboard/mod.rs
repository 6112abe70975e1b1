//! The stats on the panel's dashboard, counted for each request.

pub mod admin;
pub mod days;
pub mod model;
