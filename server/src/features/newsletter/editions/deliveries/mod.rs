//! Deliveries: the mail of an edition to a subscription, and its result.

pub mod store;

use sea_orm::{
    ConnectionTrait,
    entity::prelude::{DeriveActiveEnum, EnumIter},
};
use uuid::Uuid;

use crate::{
    foundation::mail::{self, model::MailState},
    platform::error::Result,
};

/// Maximum number of deliveries without a result that are searched for an accepted one.
const MAX_WAITING: u64 = 20;

/// Result of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum DeliveryState {
    /// The mail waits in the outbox.
    Queued,
    /// The mail server accepted the mail.
    Delivered,
    /// The mail server refused the recipient, or returned the mail later.
    Bounced,
    /// The mail was not sent for another reason.
    Failed,
    /// The mail was withdrawn or deleted before it was sent.
    Canceled,
}

impl DeliveryState {
    /// Returns the label for staff.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Queued => "Na fila",
            Self::Delivered => "Entregue",
            Self::Bounced => "Recusado",
            Self::Failed => "Não enviado",
            Self::Canceled => "Cancelado",
        }
    }
}

/// A delivery and its message in the outbox.
#[derive(Clone, Copy, Debug)]
pub struct Delivery {
    pub edition_id: Uuid,
    pub subscription_id: Uuid,
    pub outbox_id: Uuid,
}

/// Finds the edition that the mail server most recently accepted for a subscription. A mail that was accepted a moment ago has
/// no stored result yet.
pub async fn find_latest_edition(
    connection: &impl ConnectionTrait,
    subscription_id: Uuid,
) -> Result<Option<Uuid>> {
    let waiting = store::list_waiting_of(connection, subscription_id, MAX_WAITING).await?;
    let ids: Vec<Uuid> = waiting.iter().map(|delivery| delivery.outbox_id).collect();
    let messages = mail::store::bulk::results(connection, &ids).await?;
    let is_sent = |id| messages.iter().any(|message| message.id == id && message.state == MailState::Sent);
    match waiting.iter().find(|delivery| is_sent(delivery.outbox_id)) {
        Some(delivery) => Ok(Some(delivery.edition_id)),
        None => store::find_delivered_edition(connection, subscription_id).await,
    }
}
