//! The consent texts that forms showed when they were sent. Each text is stored once; contacts and accounts contain its id.

pub mod admin;
pub mod model;
pub mod store;
