//! Addresses that are no page any more, and where they lead.

pub mod admin;
pub mod lookup;
pub mod model;
pub mod store;
pub mod target;
