//! Mail in bulk: messages that share their content. It is sent after all other mail, with fewer concurrent deliveries.

pub mod store;

use futures_util::future::BoxFuture;
use uuid::Uuid;

use crate::{app::App, platform::error::Result};

/// A function that returns whether the recipient of a message in bulk still wants it. The parameter is the id of the message.
/// The worker calls it immediately before it sends the message.
pub type IsWanted = for<'a> fn(&'a App, Uuid) -> BoxFuture<'a, Result<bool>>;
