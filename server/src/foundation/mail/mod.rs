//! The outbox: a message is stored in the transaction of its cause. The worker sends it later, and retries until the mail
//! server accepts it, or until the message expires.

pub mod admin;
mod attempts;
pub mod bulk;
mod certificate;
pub mod delivery;
pub mod digests;
pub mod inbound;
pub mod message_id;
pub mod model;
pub mod names;
pub mod personal_data;
pub mod queue;
pub mod retry;
pub mod settings;
pub mod store;
pub mod template;
pub mod withheld;
pub mod worker;

use axum::http::StatusCode;

use crate::platform::error::Refusal;

pub use queue::{queue, queue_all};

/// The refusal of a mailed link that is invalid, expired or used.
pub const LINK_INVALID: Refusal = Refusal {
    status: StatusCode::FORBIDDEN,
    code: "link_invalid",
    message: "Este link venceu ou já foi usado. Peça um novo.",
};
