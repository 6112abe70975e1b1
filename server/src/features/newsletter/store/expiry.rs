//! Subscriptions that a retention rule deletes.

use sea_orm::{
    ConnectionTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Func},
};

use super::rows::{Column, Entity};
use crate::{
    features::newsletter::model::SubscriptionStatus,
    foundation::personal_data::retention::Expiring,
    platform::{clock::Timestamp, error::Result},
};

/// The subscriptions that one retention rule deletes.
#[derive(Clone, Copy)]
pub enum ExpiringSubscriptions {
    /// Never confirmed. The period starts with the last confirmation link; without a link, with the request.
    Unconfirmed,
    /// Unsubscribed or refused. The period starts when the subscription ends.
    Ended,
}

impl ExpiringSubscriptions {
    /// Returns the start of the period.
    fn start(self) -> Expr {
        match self {
            Self::Unconfirmed => {
                Func::coalesce([Expr::col(Column::TokenCreatedAt), Expr::col(Column::ConsentedAt)]).into()
            }
            Self::Ended => {
                Func::coalesce([Expr::col(Column::UnsubscribedAt), Expr::col(Column::StoppedAt)]).into()
            }
        }
    }

    /// Returns the condition of these subscriptions.
    fn condition(self) -> Expr {
        match self {
            Self::Unconfirmed => Column::Status
                .is_in([SubscriptionStatus::Pending, SubscriptionStatus::Refused])
                .and(Column::ConfirmedAt.is_null()),
            Self::Ended => {
                Column::Status.is_in([SubscriptionStatus::Unsubscribed, SubscriptionStatus::Refused])
            }
        }
    }
}

/// Counts the subscriptions whose period started before `older_than`, and finds the start of the oldest one.
pub async fn find_expiring(
    connection: &impl ConnectionTrait,
    expiring: ExpiringSubscriptions,
    older_than: Timestamp,
) -> Result<Expiring> {
    let query = Entity::find().filter(expiring.condition());
    Expiring::find(connection, query, expiring.start(), older_than).await
}

/// Deletes the subscriptions whose period started before `older_than`. Returns address and status of each.
pub async fn delete_expiring(
    connection: &impl ConnectionTrait,
    expiring: ExpiringSubscriptions,
    older_than: Timestamp,
) -> Result<Vec<(String, SubscriptionStatus)>> {
    let old = Entity::delete_many().filter(expiring.condition()).filter(expiring.start().lt(older_than));
    let deleted = old.exec_with_returning(connection).await?;
    Ok(deleted.into_iter().map(|row| (row.email, row.status)).collect())
}
