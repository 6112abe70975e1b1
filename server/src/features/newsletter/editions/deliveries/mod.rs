//! Deliveries: the mail of an edition to a subscription, and its result.

pub mod store;

use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use uuid::Uuid;

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
