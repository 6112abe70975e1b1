//! Links that confirm a subscription, and the invitation of imported addresses.

use sea_orm::{
    ConnectionTrait, Order, QueryOrder, QuerySelect, Select, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, LockBehavior, LockType},
};

use super::rows::{Column, Entity};
use crate::{
    features::newsletter::model::{Consent, Subscription, SubscriptionOrigin, SubscriptionStatus},
    platform::{clock::Timestamp, error::Result},
};

/// Returns the condition of pending imported subscriptions.
fn imported() -> Expr {
    Column::Status.eq(SubscriptionStatus::Pending).and(Column::Origin.eq(SubscriptionOrigin::Import))
}

/// Selects the imported subscriptions whose owners have not been asked to confirm.
fn uninvited() -> Select<Entity> {
    Entity::find().filter(imported()).filter(Column::TokenCreatedAt.is_null())
}

/// Returns whether the owner of any imported address has not been asked to confirm.
pub async fn has_uninvited(connection: &impl ConnectionTrait) -> Result<bool> {
    let found: Option<Uuid> =
        uninvited().select_only().column(Column::Id).into_tuple().one(connection).await?;
    Ok(found.is_some())
}

/// Lists up to `limit` imported subscriptions whose owners have not been asked to confirm, oldest first. Locks them until
/// the transaction ends. Skips those that another process has locked.
pub async fn list_uninvited(connection: &impl ConnectionTrait, limit: u64) -> Result<Vec<Subscription>> {
    let rows = uninvited()
        .order_by(Column::CreatedAt, Order::Asc)
        .order_by(Column::Id, Order::Asc)
        .limit(limit)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(Subscription::from).collect())
}

/// Returns whether a subscription has a link with this token. The link may be expired.
pub async fn exists(connection: &impl ConnectionTrait, token_hash: &str) -> Result<bool> {
    let query = Entity::find().select_only().column(Column::Id).filter(Column::TokenHash.eq(token_hash));
    let found: Option<Uuid> = query.into_tuple().one(connection).await?;
    Ok(found.is_some())
}

/// Stores the link and the consent text with which the owner of an imported address is asked to confirm.
pub async fn invite(
    connection: &impl ConnectionTrait,
    id: Uuid,
    consent: Consent,
    token_hash: &str,
    now: Timestamp,
) -> Result<()> {
    let update = with_consent(with_link(token_hash, now), consent);
    update.filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

/// Removes links created at or before `older_than` from the pending imported subscriptions of these addresses, so that
/// their owners are asked again.
pub async fn uninvite(
    connection: &impl ConnectionTrait,
    emails: &[String],
    older_than: Timestamp,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::TokenHash, Expr::value(None::<String>))
        .col_expr(Column::TokenCreatedAt, Expr::value(None::<Timestamp>))
        .filter(Column::Email.is_in(emails))
        .filter(imported())
        .filter(Column::TokenCreatedAt.lte(older_than))
        .exec(connection)
        .await?;
    Ok(())
}

/// Replaces the link and the consent of a pending subscription.
pub async fn renew(
    connection: &impl ConnectionTrait,
    id: Uuid,
    consent: Consent,
    token_hash: &str,
    now: Timestamp,
) -> Result<()> {
    let update = with_consent(with_link(token_hash, now), consent);
    let update = update.col_expr(Column::ConsentedAt, Expr::value(now));
    update.filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

/// Replaces the link of a pending subscription. Its consent stays the same.
pub async fn set_link(
    connection: &impl ConnectionTrait,
    id: Uuid,
    token_hash: &str,
    now: Timestamp,
) -> Result<()> {
    with_link(token_hash, now).filter(Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

/// Returns an update that stores a new link.
fn with_link(token_hash: &str, now: Timestamp) -> UpdateMany<Entity> {
    Entity::update_many()
        .col_expr(Column::TokenHash, Expr::value(token_hash))
        .col_expr(Column::TokenCreatedAt, Expr::value(now))
        .col_expr(Column::UpdatedAt, Expr::value(now))
}

/// Adds the version and the text of a consent to an update.
fn with_consent(update: UpdateMany<Entity>, consent: Consent) -> UpdateMany<Entity> {
    update
        .col_expr(Column::ConsentVersion, Expr::value(consent.version))
        .col_expr(Column::ConsentText, Expr::value(consent.text))
}
