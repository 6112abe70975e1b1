//! Who sends a request: users, roles, sessions, and the extractors that decide what a caller may do.

pub mod actor;
pub mod extract;
pub mod model;
pub mod policy;
pub mod session;
pub mod store;
