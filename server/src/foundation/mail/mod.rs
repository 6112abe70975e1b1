//! Mail that can't get lost: a message is written in the transaction of its cause and sent when a server takes it.
//! Knows no feature; whoever has something to say hands over a [`model::Message`].

pub mod admin;
pub mod delivery;
pub mod model;
pub mod names;
pub mod queue;
pub mod retry;
pub mod store;
pub mod template;
pub mod worker;

pub use queue::{queue, queue_all};
