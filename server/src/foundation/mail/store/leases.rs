//! Leases on the messages that workers try to send, and the outcomes of the attempts.

use sea_orm::{
    ConnectionTrait, Order, QueryOrder, QuerySelect, Select, UpdateMany,
    entity::prelude::*,
    sea_query::{ExprTrait, LockBehavior, LockType},
};

use super::{
    is_past, open,
    rows::{self, Column},
    unleased, withheld,
};
use crate::{
    foundation::mail::model::{Body, MAX_RETRY_TIME, MailRefusal, MailState},
    platform::{clock::Timestamp, crypto::secret_key::SecretKey, error::Result, id},
};

/// A message that a worker has leased.
pub struct Leased {
    pub id: Uuid,
    pub kind: String,
    pub lease: Uuid,
    pub to_email: String,
    pub to_name: Option<String>,
    pub reply_to: Option<String>,
    pub subject: String,
    sealed_body: Option<String>,
    /// Id of the shared content of a message in bulk.
    pub content_id: Option<Uuid>,
    /// Number of attempts before this one.
    pub attempts: i32,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

impl Leased {
    /// Returns the content, or `None` if it was encrypted with another secret key.
    #[must_use]
    pub fn body(&self, key: &SecretKey) -> Option<Body> {
        open(key, self.sealed_body.as_deref()?)
    }
}

/// Selects the messages for which an attempt can start now. Withheld ones are left out.
fn due(now: Timestamp) -> Select<rows::Entity> {
    rows::Entity::find()
        .filter(Column::State.eq(MailState::Queued))
        .filter(withheld::to_demo().not())
        .filter(is_past(Column::DueAt, now))
        .filter(unleased(now))
}

/// Maximum number of messages to lease, in total and in bulk.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub total: u64,
    pub bulk: u64,
}

/// Returns whether [`lease_due`] would lease a message. Call it first, to avoid needless write transactions.
pub async fn is_any_due(connection: &impl ConnectionTrait, now: Timestamp, room: Room) -> Result<bool> {
    let mut due = due(now);
    if room.bulk == 0 {
        due = due.filter(Column::ContentId.is_null());
    }
    let found: Option<Uuid> = due.select_only().column(Column::Id).into_tuple().one(connection).await?;
    Ok(found.is_some())
}

/// Returns whether a user has retried a message after `moment`, in any process, that is still due. A retried message is
/// recognized by having no attempts and a due time after its creation.
pub async fn is_any_retried_since(
    connection: &impl ConnectionTrait,
    moment: Timestamp,
    now: Timestamp,
) -> Result<bool> {
    let retried = due(now)
        .filter(Column::Attempts.eq(0))
        .filter(Expr::col(Column::DueAt).gt(Expr::col(Column::CreatedAt)))
        .filter(Column::DueAt.gt(moment));
    let found: Option<Uuid> = retried.select_only().column(Column::Id).into_tuple().one(connection).await?;
    Ok(found.is_some())
}

/// Leases due messages, those due longest first, except those that another process is leasing. Leases messages in bulk only
/// after all others. Sets the expiry of a message without one, because its period starts with the first attempt.
pub async fn lease_due(
    connection: &impl ConnectionTrait,
    now: Timestamp,
    locked_until: Timestamp,
    room: Room,
) -> Result<Vec<Leased>> {
    let single = due(now).filter(Column::ContentId.is_null());
    let mut rows = lock_first(connection, single, room.total).await?;
    let bulk = std::cmp::min(room.bulk, room.total - rows.len() as u64);
    rows.extend(lock_first(connection, due(now).filter(Column::ContentId.is_not_null()), bulk).await?);
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let lease = Uuid::from_bytes(id::random_bytes());
    let retried_until = now + MAX_RETRY_TIME;
    rows::Entity::update_many()
        .col_expr(Column::ExpiresAt, Expr::col(Column::ExpiresAt).if_null(retried_until))
        .col_expr(Column::Lease, Expr::value(lease))
        .col_expr(Column::LockedUntil, Expr::value(locked_until))
        .filter(Column::Id.is_in(rows.iter().map(|row| row.id)))
        .exec(connection)
        .await?;
    Ok(rows.into_iter().map(|row| leased(row, lease, retried_until)).collect())
}

/// Locks the `limit` messages of a query that have been due longest. Leaves out those that another transaction has locked.
async fn lock_first(
    connection: &impl ConnectionTrait,
    due: Select<rows::Entity>,
    limit: u64,
) -> Result<Vec<rows::Model>> {
    if limit == 0 {
        return Ok(Vec::new());
    }
    let first = due.order_by(Column::DueAt, Order::Asc).limit(limit);
    Ok(first.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked).all(connection).await?)
}

fn leased(row: rows::Model, lease: Uuid, retried_until: Timestamp) -> Leased {
    Leased {
        id: row.id,
        kind: row.kind,
        lease,
        to_email: row.to_email,
        to_name: row.to_name,
        reply_to: row.reply_to,
        subject: row.subject,
        sealed_body: row.sealed_body,
        content_id: row.content_id,
        attempts: row.attempts,
        created_at: row.created_at,
        expires_at: row.expires_at.unwrap_or(retried_until),
    }
}

/// Ends a lease, unless it was lost.
pub async fn release(connection: &impl ConnectionTrait, id: Uuid, lease: Uuid) -> Result<()> {
    released().filter(Column::Id.eq(id)).filter(Column::Lease.eq(lease)).exec(connection).await?;
    Ok(())
}

/// Ends all leases, so that the messages of a process that was killed are sent at once. Call it only if no other process sends messages.
pub async fn release_all(connection: &impl ConnectionTrait) -> Result<()> {
    released().filter(Column::Lease.is_not_null()).exec(connection).await?;
    Ok(())
}

/// Returns the update that ends leases.
fn released() -> UpdateMany<rows::Entity> {
    rows::Entity::update_many()
        .col_expr(Column::Lease, Expr::value(None::<Uuid>))
        .col_expr(Column::LockedUntil, Expr::value(None::<Timestamp>))
}

/// Returns the update after an attempt, which counts the attempt and ends the lease. It has no effect if the lease was lost.
fn attempted(message: &Leased) -> UpdateMany<rows::Entity> {
    released()
        .col_expr(Column::Attempts, Expr::value(message.attempts + 1))
        .filter(Column::Id.eq(message.id))
        .filter(Column::Lease.eq(message.lease))
}

/// Marks a message as sent and deletes its content. Returns false if the lease was lost.
pub async fn set_sent(connection: &impl ConnectionTrait, message: &Leased, now: Timestamp) -> Result<bool> {
    let change = attempted(message)
        .col_expr(Column::State, Expr::value(MailState::Sent))
        .col_expr(Column::SentAt, Expr::value(now))
        .col_expr(Column::SealedBody, Expr::value(None::<String>))
        .col_expr(Column::HasLink, Expr::value(false))
        .col_expr(Column::LastError, Expr::value(None::<String>))
        .col_expr(Column::Refusal, Expr::value(None::<MailRefusal>));
    Ok(change.exec(connection).await?.rows_affected == 1)
}

/// Schedules the next attempt. Returns false if the lease was lost.
pub async fn set_delayed(
    connection: &impl ConnectionTrait,
    message: &Leased,
    (error, refusal): (&str, Option<MailRefusal>),
    due_at: Timestamp,
) -> Result<bool> {
    let change = attempted(message)
        .col_expr(Column::LastError, Expr::value(error))
        .col_expr(Column::Refusal, Expr::value(refusal))
        .col_expr(Column::DueAt, Expr::value(due_at));
    Ok(change.exec(connection).await?.rows_affected == 1)
}

/// Marks a message as failed. Without a `refusal`, the refusal of the previous attempt remains. Returns false if the lease was
/// lost.
pub async fn set_failed(
    connection: &impl ConnectionTrait,
    message: &Leased,
    error: &str,
    refusal: Option<MailRefusal>,
) -> Result<bool> {
    let mut change = attempted(message)
        .col_expr(Column::State, Expr::value(MailState::Failed))
        .col_expr(Column::LastError, Expr::value(error));
    if refusal.is_some() {
        change = change.col_expr(Column::Refusal, Expr::value(refusal));
    }
    Ok(change.exec(connection).await?.rows_affected == 1)
}
