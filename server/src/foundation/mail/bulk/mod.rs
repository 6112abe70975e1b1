//! Mail in bulk: messages that share their content. It is sent after all other mail, by a part of the deliveries at once.

pub mod store;

use futures_util::future::BoxFuture;
use uuid::Uuid;

use crate::{app::App, platform::error::Result};

/// Returns whether the recipient of a message in bulk, whose id is passed, still wants it. Called directly before it is sent.
pub type IsWanted = for<'a> fn(&'a App, Uuid) -> BoxFuture<'a, Result<bool>>;
