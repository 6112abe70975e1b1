//! The SQL on `outbox`.

pub mod bulk;
pub mod kinds;
pub mod leases;
pub mod people;
pub mod returned;
pub mod withheld;

use std::collections::HashMap;

use anyhow::Context;
use chrono::TimeDelta;
use sea_orm::{
    ActiveValue::Set, Condition, ConnectionTrait, FromQueryResult, Order, QueryOrder, QuerySelect, Select,
    entity::prelude::*, sea_query::SelectStatement,
};

use self::rows::Column;
use super::model::{Body, MailRefusal, MailState, Message, OutboxFilter, OutboxMessage, header_text};
use crate::{
    foundation::personal_data::retention::Expiring,
    platform::{
        clock::Timestamp,
        crypto::secret_key::SecretKey,
        db::{counts, pages},
        error::Result,
        id,
        paging::{TimeCursor, Total},
    },
};

/// Maximum time from now to a due time or to the end of a lease. A later time counts as past, because it comes from a wrong clock
/// that was corrected later. Longer than leases and the time between attempts, because the clocks of processes may differ.
const MAX_AHEAD: TimeDelta = TimeDelta::minutes(30);
/// Purpose of the key that encrypts message bodies.
const PURPOSE: &str = "outbox";
/// The `last_error` of a message that expired before it was sent.
pub const EXPIRED: &str = "O prazo desta mensagem passou antes que ela pudesse ser enviada.";

mod rows {
    use sea_orm::entity::prelude::*;

    use super::{MailRefusal, MailState};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "outbox")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub kind: String,
        pub state: MailState,
        pub to_email: String,
        pub to_name: Option<String>,
        pub reply_to: Option<String>,
        pub subject: String,
        /// The encrypted [`Body`]; `None` after the message was sent.
        pub sealed_body: Option<String>,
        pub has_link: bool,
        pub attempts: i32,
        pub last_error: Option<String>,
        pub created_at: DateTimeUtc,
        pub due_at: DateTimeUtc,
        pub expires_at: Option<DateTimeUtc>,
        /// Id of the lease of the worker that is sending the message; `None` without a lease.
        pub lease: Option<Uuid>,
        /// Time at which the lease expires. Without a lease, the time until which a new message is held.
        pub locked_until: Option<DateTimeUtc>,
        pub sent_at: Option<DateTimeUtc>,
        pub contact_id: Option<Uuid>,
        /// Id of the shared content of a message in bulk.
        pub content_id: Option<Uuid>,
        pub refusal: Option<MailRefusal>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

impl From<rows::Model> for OutboxMessage {
    fn from(row: rows::Model) -> Self {
        let is_withheld = withheld::is_withheld(&row);
        Self {
            id: row.id,
            kind: row.kind,
            state: row.state,
            to_email: row.to_email,
            to_name: row.to_name,
            reply_to: row.reply_to,
            subject: row.subject,
            has_link: row.has_link,
            attempts: row.attempts,
            last_error: row.last_error,
            created_at: row.created_at,
            due_at: row.due_at,
            expires_at: row.expires_at,
            sent_at: row.sent_at,
            is_withheld,
            is_unattempted: row.state == MailState::Queued && row.attempts == 0 && row.lease.is_none(),
        }
    }
}

fn open(key: &SecretKey, sealed: &str) -> Option<Body> {
    serde_json::from_slice(&key.open(PURPOSE, sealed)?).ok()
}

/// Stores new messages and returns their ids in the same order.
pub async fn create(
    connection: &impl ConnectionTrait,
    key: &SecretKey,
    messages: Vec<Message>,
    now: Timestamp,
) -> Result<Vec<Uuid>> {
    let rows = messages.into_iter().map(|message| row(key, message, now));
    let rows = rows.collect::<anyhow::Result<Vec<_>>>()?;
    let ids = rows.iter().filter_map(|row| row.id.try_as_ref().copied()).collect();
    rows::Entity::insert_many(rows).exec_without_returning(connection).await?;
    Ok(ids)
}

fn row(key: &SecretKey, message: Message, now: Timestamp) -> anyhow::Result<rows::ActiveModel> {
    let has_link = message.body.action.is_some();
    let ends_at = message.valid_for.map(|time| now + time);
    let body =
        serde_json::to_vec(&Body { ends_at, ..message.body }).context("writing the body of a message")?;
    Ok(rows::ActiveModel {
        id: Set(message.id.unwrap_or_else(|| id::new_id(now))),
        kind: Set(message.kind.to_owned()),
        state: Set(MailState::Queued),
        to_email: Set(address(&message.to)),
        to_name: Set(message.to_name.as_deref().map(header_text)),
        reply_to: Set(message.reply_to.as_deref().map(address)),
        subject: Set(header_text(&message.subject)),
        sealed_body: Set(Some(key.seal(PURPOSE, &body))),
        has_link: Set(has_link),
        attempts: Set(0),
        last_error: Set(None),
        created_at: Set(now),
        due_at: Set(now),
        expires_at: Set(ends_at),
        lease: Set(None),
        locked_until: Set(message.held_for.map(|time| now + time)),
        sent_at: Set(None),
        contact_id: Set(message.contact_id),
        content_id: Set(message.content_id),
        refusal: Set(None),
    })
}

/// Returns an email with its domain in lowercase, because SQLite's `LOWER` in [`people`] converts only ASCII letters. Other
/// letters occur only in domains.
fn address(email: &str) -> String {
    let email = header_text(email);
    match email.rsplit_once('@') {
        Some((local, domain)) => format!("{local}@{}", domain.to_lowercase()),
        None => email,
    }
}

/// Returns the condition for a time that is past, or so far ahead that a wrong clock set it.
fn is_past(time: Column, now: Timestamp) -> Condition {
    Condition::any().add(time.lte(now)).add(time.gt(now + MAX_AHEAD))
}

/// Returns the condition for messages that are not held and have no valid lease.
fn unleased(now: Timestamp) -> Condition {
    Condition::any().add(Column::LockedUntil.is_null()).add(is_past(Column::LockedUntil, now))
}

/// Returns the last error of the newest queued message from before `older_than`, unless a message was sent after it was created:
/// then the mail server works. A time after `now` comes from a wrong clock. Deliveries at such a time are ignored, and messages
/// from such a time count as old.
pub async fn find_stuck_reason(
    connection: &impl ConnectionTrait,
    older_than: Timestamp,
    now: Timestamp,
) -> Result<Option<String>> {
    let sent = rows::Entity::find().filter(Column::SentAt.lte(now));
    let sent = sent.select_only().column_as(Column::SentAt.max(), "last");
    let last: Option<Option<Timestamp>> = sent.into_tuple().one(connection).await?;
    let mut waiting = rows::Entity::find()
        .filter(Column::State.eq(MailState::Queued))
        .filter(Column::LastError.is_not_null())
        .filter(Condition::any().add(Column::CreatedAt.lte(older_than)).add(Column::CreatedAt.gt(now)));
    if let Some(last) = last.flatten() {
        waiting = waiting.filter(Column::CreatedAt.gt(last));
    }
    let newest = waiting.order_by(Column::CreatedAt, Order::Desc);
    let reason: Option<Option<String>> =
        newest.select_only().column(Column::LastError).into_tuple().one(connection).await?;
    Ok(reason.flatten())
}

/// Lists messages, newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    filter: &OutboxFilter,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<OutboxMessage>> {
    let query = pages::sorted_after(filtered(filter), (Column::CreatedAt, Column::Id), Order::Desc, after);
    let rows = query.limit(limit).all(connection).await?;
    Ok(rows.into_iter().map(OutboxMessage::from).collect())
}

/// Counts the messages that match the filter.
pub async fn count(connection: &impl ConnectionTrait, filter: &OutboxFilter) -> Result<Total> {
    counts::total(connection, filtered(filter)).await
}

fn filtered(filter: &OutboxFilter) -> Select<rows::Entity> {
    let query = rows::Entity::find();
    match filter.state {
        Some(state) => query.filter(Column::State.eq(state)),
        None => query,
    }
}

/// Finds a message, without its content.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<OutboxMessage>> {
    Ok(rows::Entity::find_by_id(id).one(connection).await?.map(OutboxMessage::from))
}

/// Lists the messages with these ids. Deleted ones are left out.
pub async fn find_all(connection: &impl ConnectionTrait, ids: &[Uuid]) -> Result<Vec<OutboxMessage>> {
    let rows = rows::Entity::find().filter(Column::Id.is_in(ids.iter().copied()));
    Ok(rows.all(connection).await?.into_iter().map(OutboxMessage::from).collect())
}

/// What staff see of the delivery of a message.
#[derive(Debug, FromQueryResult)]
pub struct SendingState {
    pub id: Uuid,
    pub state: MailState,
    pub attempts: i32,
    pub lease: Option<Uuid>,
    pub last_error: Option<String>,
}

/// Lists the states of messages that are not sent, or that have an error, such as a returned copy, by id.
pub async fn list_undelivered(
    connection: &impl ConnectionTrait,
    ids: SelectStatement,
) -> Result<Vec<SendingState>> {
    let is_undelivered =
        Condition::any().add(Column::State.ne(MailState::Sent)).add(Column::LastError.is_not_null());
    let undelivered = rows::Entity::find().filter(Column::Id.in_subquery(ids)).filter(is_undelivered);
    let columns = [Column::Id, Column::State, Column::Attempts, Column::Lease, Column::LastError];
    let columns = undelivered.order_by_asc(Column::Id).select_only().columns(columns);
    Ok(columns.into_model().all(connection).await?)
}

/// Returns the content of a message, or `None` if the message was sent or encrypted with another key.
pub async fn find_body(connection: &impl ConnectionTrait, key: &SecretKey, id: Uuid) -> Result<Option<Body>> {
    let row = rows::Entity::find_by_id(id).one(connection).await?;
    Ok(row.and_then(|row| open(key, row.sealed_body.as_deref()?)))
}

/// Queues a message again, due immediately. Attempts end at `ends_at` or, with `None`, three days after the first one. Returns
/// `None` if the message was sent, also if it was returned, or is being sent.
pub async fn retry(
    connection: &impl ConnectionTrait,
    id: Uuid,
    now: Timestamp,
    ends_at: Option<Timestamp>,
) -> Result<Option<OutboxMessage>> {
    let rows = rows::Entity::update_many()
        .col_expr(Column::State, Expr::value(MailState::Queued))
        .col_expr(Column::Attempts, Expr::value(0))
        .col_expr(Column::DueAt, Expr::value(now))
        .col_expr(Column::ExpiresAt, Expr::value(ends_at))
        .filter(Column::Id.eq(id))
        .filter(Column::State.ne(MailState::Sent))
        // A returned message has no content any more.
        .filter(Column::SealedBody.is_not_null())
        .filter(unleased(now))
        .exec_with_returning(connection)
        .await?;
    Ok(rows.into_iter().next().map(OutboxMessage::from))
}

/// Returns the contacts that messages are about, by message.
pub async fn contacts_of(connection: &impl ConnectionTrait, ids: &[Uuid]) -> Result<HashMap<Uuid, Uuid>> {
    let found = rows::Entity::find()
        .filter(Column::Id.is_in(ids.iter().copied()))
        .filter(Column::ContactId.is_not_null());
    let columns = found.select_only().columns([Column::Id, Column::ContactId]);
    Ok(columns.into_tuple::<(Uuid, Uuid)>().all(connection).await?.into_iter().collect())
}

/// Deletes a queued message, unless a worker has started an attempt. Returns whether it was deleted.
pub async fn delete_unattempted(connection: &impl ConnectionTrait, id: Uuid) -> Result<bool> {
    let unattempted = Condition::all()
        .add(Column::Id.eq(id))
        .add(Column::State.eq(MailState::Queued))
        .add(Column::Attempts.eq(0))
        .add(Column::Lease.is_null());
    Ok(!delete_where(connection, unattempted).await?.is_empty())
}

/// Deletes a failed message. Returns false if it has not failed.
pub async fn delete_failed(connection: &impl ConnectionTrait, id: Uuid) -> Result<bool> {
    let deleted = rows::Entity::delete_many()
        .filter(Column::Id.eq(id))
        .filter(Column::State.eq(MailState::Failed))
        .exec(connection)
        .await?;
    Ok(deleted.rows_affected == 1)
}

/// Deletes the messages with these ids that were not sent.
pub async fn delete_unsent(connection: &impl ConnectionTrait, ids: &[Uuid]) -> Result<()> {
    if !ids.is_empty() {
        let unsent = rows::Entity::delete_many()
            .filter(Column::Id.is_in(ids.iter().copied()))
            .filter(Column::State.ne(MailState::Sent));
        unsent.exec(connection).await?;
    }
    Ok(())
}

/// Deletes the messages of a kind that were not sent.
pub async fn delete_unsent_of_kind(connection: &impl ConnectionTrait, kind: &str) -> Result<()> {
    let unsent = rows::Entity::delete_many().filter(Column::Kind.eq(kind));
    unsent.filter(Column::State.ne(MailState::Sent)).exec(connection).await?;
    Ok(())
}

/// Deletes the messages with these ids, in any state.
pub async fn delete_all(connection: &impl ConnectionTrait, ids: Vec<Uuid>) -> Result<()> {
    rows::Entity::delete_many().filter(Column::Id.is_in(ids)).exec(connection).await?;
    Ok(())
}

/// Changes the recipient of those of the messages that are queued, except those that are being sent.
pub async fn redirect(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
    to: &str,
    now: Timestamp,
) -> Result<()> {
    let queued = rows::Entity::update_many()
        .col_expr(Column::ToEmail, Expr::value(address(to)))
        .filter(Column::State.eq(MailState::Queued))
        .filter(Column::Id.is_in(ids.iter().copied()))
        // A message that is held has no lease.
        .filter(Condition::any().add(Column::Lease.is_null()).add(unleased(now)));
    queued.exec(connection).await?;
    Ok(())
}

/// Deletes the queued messages of these kinds, except those that are being sent. With `contact_id`, only those about that
/// contact. Returns their ids.
pub async fn delete_waiting(
    connection: &impl ConnectionTrait,
    kinds: &[&str],
    contact_id: Option<Uuid>,
    now: Timestamp,
) -> Result<Vec<Uuid>> {
    let waiting = Condition::all()
        .add(Column::State.eq(MailState::Queued))
        .add(Column::Kind.is_in(kinds.iter().copied()))
        .add_option(contact_id.map(|id| Column::ContactId.eq(id)))
        .add(unleased(now));
    delete_where(connection, waiting).await
}

async fn delete_where(connection: &impl ConnectionTrait, which: Condition) -> Result<Vec<Uuid>> {
    let ids: Vec<Uuid> = rows::Entity::find()
        .filter(which)
        // Locks the messages, so that no worker can lease one before it is deleted.
        .lock_exclusive()
        .select_only()
        .column(Column::Id)
        .into_tuple()
        .all(connection)
        .await?;
    rows::Entity::delete_many().filter(Column::Id.is_in(ids.iter().copied())).exec(connection).await?;
    Ok(ids)
}

/// Counts the messages that were created before `older_than`.
pub async fn find_expiring(connection: &impl ConnectionTrait, older_than: Timestamp) -> Result<Expiring> {
    Expiring::find(connection, rows::Entity::find(), Expr::col(Column::CreatedAt), older_than).await
}

/// Deletes the messages that were created before `older_than`, in any state, and returns their number.
pub async fn delete_old(connection: &impl ConnectionTrait, older_than: Timestamp) -> Result<u64> {
    let old = rows::Entity::delete_many().filter(Column::CreatedAt.lt(older_than));
    Ok(old.exec(connection).await?.rows_affected)
}
