//! Notices to staff about events of contacts: who gets which, when, and by which channel.
//!
//! Requests only store an event in their transaction. A job assigns new contacts and queues the notices. Any number of processes may run
//! it: each event is deleted in the transaction that handles it.

pub mod admin;
pub mod digest;
pub mod events;
pub mod model;
mod notices;
pub mod promise_ending;
mod recipients;
pub mod store;

pub use events::{
    announce_all_new, announce_assigned, announce_new, notify_of_failure, notify_of_forwarding,
};
pub use notices::{NOTICE, sender_of};
pub use recipients::{Recipient, notify};
