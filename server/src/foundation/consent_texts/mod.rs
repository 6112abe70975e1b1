//! The consent texts that forms showed when they were sent: each text is stored once, and contacts and accounts refer to it.

pub mod admin;
pub mod model;
pub mod store;
