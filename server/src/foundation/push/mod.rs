//! Web push: notifications on the devices on which members of staff have turned them on (RFC 8030, 8291 and 8292).

pub mod admin;
mod encryption;
pub mod endpoint;
mod keys;
mod queue;
mod send;
pub mod store;
pub mod worker;

pub use queue::{Notification, UserNotification, queue_all};
