//! The SQL on users, sessions, devices and the staff policy.

pub mod devices;
pub mod policy;
pub mod sessions;
pub mod users;
