//! Changes of the status of a subscription: confirming, pausing, refusing, resuming and ending it.

use sea_orm::{
    ConnectionTrait, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};

use super::{
    delete, endable, find_open,
    rows::{Column, Entity},
};
use crate::{
    features::newsletter::{
        links,
        model::{Stop, Subscription, SubscriptionOrigin, SubscriptionStatus},
    },
    platform::{
        clock::Timestamp,
        error::{Error, Result, is_unique_violation},
    },
};

const SUBSCRIBED_AGAIN: Error = Error::Conflict {
    code: "subscribed_again",
    message: "Este endereço já tem uma inscrição mais nova. Veja-a na lista.",
};

/// Confirms the pending subscription with this token, and ends a paused subscription of the same address. Returns `None` if
/// the token is unknown or has expired. Tokens expire after [`links::CONFIRM_WITHIN`], those of imported addresses after
/// [`links::INVITED_WITHIN`]. Only one of two concurrent requests succeeds.
pub async fn confirm(
    connection: &impl ConnectionTrait,
    token_hash: &str,
    now: Timestamp,
) -> Result<Option<Subscription>> {
    let is_invited = Column::Origin
        .eq(SubscriptionOrigin::Import)
        .and(Column::TokenCreatedAt.gt(now - links::INVITED_WITHIN));
    let is_valid = Column::TokenCreatedAt.gt(now - links::CONFIRM_WITHIN).or(is_invited);
    let rows = Entity::update_many()
        .col_expr(Column::Status, Expr::value(SubscriptionStatus::Confirmed))
        .col_expr(Column::ConfirmedAt, Expr::value(now))
        .col_expr(Column::TokenHash, Expr::value(None::<String>))
        .col_expr(Column::TokenCreatedAt, Expr::value(None::<Timestamp>))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::TokenHash.eq(token_hash))
        .filter(is_valid)
        .filter(Column::Status.eq(SubscriptionStatus::Pending))
        .exec_with_returning(connection)
        .await?;
    let confirmed = rows.into_iter().next().map(Subscription::from);
    if let Some(confirmed) = &confirmed {
        let paused = Column::Status.eq(SubscriptionStatus::Paused);
        end(connection, paused.and(Column::Email.eq(&*confirmed.email)), now).await?;
    }
    Ok(confirmed)
}

/// Pauses a confirmed subscription after temporary delivery failures, and returns it. `None` if it is not confirmed.
pub async fn pause(
    connection: &impl ConnectionTrait,
    id: Uuid,
    stop: &Stop,
    now: Timestamp,
) -> Result<Option<Subscription>> {
    let update = with_stop(Entity::update_many(), Some((stop, now)));
    let confirmed = update
        .col_expr(Column::Status, Expr::value(SubscriptionStatus::Paused))
        .filter(Column::Status.eq(SubscriptionStatus::Confirmed));
    changed(connection, confirmed, id, now).await
}

/// Ends a subscription after a permanent delivery failure or a complaint, and returns it. `None` if it has already ended.
pub async fn refuse(
    connection: &impl ConnectionTrait,
    id: Uuid,
    stop: &Stop,
    now: Timestamp,
) -> Result<Option<Subscription>> {
    let update = with_stop(Entity::update_many(), Some((stop, now)));
    let not_ended = update
        .col_expr(Column::Status, Expr::value(SubscriptionStatus::Refused))
        .col_expr(Column::TokenHash, Expr::value(None::<String>))
        .col_expr(Column::TokenCreatedAt, Expr::value(None::<Timestamp>))
        .filter(endable());
    changed(connection, not_ended, id, now).await
}

/// Confirms a paused subscription again, and returns it. `None` if it is not paused.
pub async fn resume(
    connection: &impl ConnectionTrait,
    id: Uuid,
    now: Timestamp,
) -> Result<Option<Subscription>> {
    let update = with_stop(Entity::update_many(), None);
    let paused = update
        .col_expr(Column::Status, Expr::value(SubscriptionStatus::Confirmed))
        .filter(Column::Status.eq(SubscriptionStatus::Paused));
    changed(connection, paused, id, now).await
}

/// Ends the pending, confirmed and paused subscriptions of an address, and returns the newest of them. A pending one from
/// the form is deleted. The others remain: as proof of consent, or so that an imported address isn't imported again.
pub async fn unsubscribe(
    connection: &impl ConnectionTrait,
    email: &str,
    now: Timestamp,
) -> Result<Option<Subscription>> {
    let open = find_open(connection, email).await?.map(|(open, _)| open);
    let requested = |open: &Subscription| {
        open.status == SubscriptionStatus::Pending && open.origin == SubscriptionOrigin::Form
    };
    let pending = match open.filter(requested) {
        Some(pending) => delete(connection, pending.id).await?,
        None => None,
    };
    let ended = end(connection, endable().and(Column::Email.eq(email)), now).await?;
    Ok(pending.or_else(|| ended.into_iter().max_by_key(|ended| ended.created_at)))
}

/// Ends the subscriptions that meet a condition, and returns them.
async fn end(
    connection: &impl ConnectionTrait,
    condition: Expr,
    now: Timestamp,
) -> Result<Vec<Subscription>> {
    let rows = with_stop(Entity::update_many(), None)
        .col_expr(Column::Status, Expr::value(SubscriptionStatus::Unsubscribed))
        .col_expr(Column::UnsubscribedAt, Expr::value(now))
        .col_expr(Column::TokenHash, Expr::value(None::<String>))
        .col_expr(Column::TokenCreatedAt, Expr::value(None::<Timestamp>))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(condition)
        .exec_with_returning(connection)
        .await?;
    Ok(rows.into_iter().map(Subscription::from).collect())
}

/// Applies an update to one subscription, and returns it. `None` if it doesn't meet the update's conditions. Fails if the
/// address has an open subscription besides the changed one.
async fn changed(
    connection: &impl ConnectionTrait,
    update: UpdateMany<Entity>,
    id: Uuid,
    now: Timestamp,
) -> Result<Option<Subscription>> {
    let update = update.col_expr(Column::UpdatedAt, Expr::value(now)).filter(Column::Id.eq(id));
    match update.exec_with_returning(connection).await {
        Ok(rows) => Ok(rows.into_iter().next().map(Subscription::from)),
        Err(error) if is_unique_violation(&error) => Err(SUBSCRIBED_AGAIN),
        Err(error) => Err(error.into()),
    }
}

/// Sets the columns of a stop and its time. `None` clears them.
fn with_stop(update: UpdateMany<Entity>, stop: Option<(&Stop, Timestamp)>) -> UpdateMany<Entity> {
    update
        .col_expr(Column::StopReason, Expr::value(stop.map(|(stop, _)| stop.reason)))
        .col_expr(Column::StopDetail, Expr::value(stop.map(|(stop, _)| stop.bounded_detail())))
        .col_expr(Column::StoppedBy, Expr::value(stop.map(|(stop, _)| stop.by)))
        .col_expr(Column::StoppedAt, Expr::value(stop.map(|(_, time)| time)))
}
