//! The messages of some kinds, for the features that queue them.

use sea_orm::{Condition, ConnectionTrait, Order, QueryOrder, QuerySelect, entity::prelude::*};

use super::{
    EXPIRED,
    rows::{self, Column},
};
use crate::{
    foundation::mail::model::{MailRefusal, MailState, OutboxMessage},
    platform::{clock::Timestamp, error::Result},
};

/// Maximum number of expired messages that [`take_expired`] deletes.
const MAX_TAKEN: u64 = 200;

/// Deletes up to 200 messages of a kind that expired before the worker tried to send them. Returns their recipients, to
/// whom the caller can send new messages.
pub async fn take_expired(
    connection: &impl ConnectionTrait,
    kind: &str,
    now: Timestamp,
) -> Result<Vec<String>> {
    let waiting = Condition::all().add(Column::State.eq(MailState::Queued)).add(Column::Attempts.eq(0));
    let failed = Condition::all()
        .add(Column::State.eq(MailState::Failed))
        .add(Column::Attempts.eq(1))
        .add(Column::LastError.eq(EXPIRED));
    let expired = rows::Entity::find()
        .filter(Column::Kind.eq(kind))
        .filter(Column::ExpiresAt.lte(now))
        .filter(Column::Lease.is_null())
        .filter(Condition::any().add(waiting).add(failed));
    let rows = expired.order_by(Column::CreatedAt, Order::Asc).limit(MAX_TAKEN).all(connection).await?;
    let ids = rows.iter().map(|row| row.id);
    rows::Entity::delete_many().filter(Column::Id.is_in(ids)).exec(connection).await?;
    Ok(rows.into_iter().map(|row| row.to_email).collect())
}

/// Lists up to 200 messages of some kinds whose recipient the mail server refused permanently.
pub async fn list_refused(connection: &impl ConnectionTrait, kinds: &[&str]) -> Result<Vec<OutboxMessage>> {
    let refused = rows::Entity::find()
        .filter(Column::State.eq(MailState::Failed))
        .filter(Column::Refusal.eq(MailRefusal::Permanent))
        .filter(Column::Kind.is_in(kinds.iter().copied()));
    let rows = refused.limit(MAX_TAKEN).all(connection).await?;
    Ok(rows.into_iter().map(OutboxMessage::from).collect())
}

/// Counts the messages of a kind that wait for their first attempt.
pub async fn count_unattempted(connection: &impl ConnectionTrait, kind: &str) -> Result<u64> {
    let waiting = rows::Entity::find()
        .filter(Column::Kind.eq(kind))
        .filter(Column::State.eq(MailState::Queued))
        .filter(Column::Attempts.eq(0));
    Ok(waiting.count(connection).await?)
}

/// Returns whether a message of one of the kinds about a contact was queued after `since`.
pub async fn has_recent(
    connection: &impl ConnectionTrait,
    kinds: &[&str],
    contact_id: Uuid,
    since: Timestamp,
) -> Result<bool> {
    let recent = rows::Entity::find()
        .filter(Column::ContactId.eq(contact_id))
        .filter(Column::Kind.is_in(kinds.iter().copied()))
        .filter(Column::CreatedAt.gt(since));
    Ok(recent.one(connection).await?.is_some())
}
