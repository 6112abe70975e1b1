//! The SQL on `inbound_mailboxes`, the position in each mailbox, and on `inbound_mail`, the mail that was handled.

use chrono::TimeDelta;
use sea_orm::{
    ActiveValue::Set,
    Condition, ConnectionTrait, QuerySelect, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};

use self::mailboxes::Column;
pub use self::mailboxes::Model as MailboxState;
use crate::platform::{clock::Timestamp, error::Result};

mod mailboxes {
    use sea_orm::entity::prelude::*;

    use super::LeftReason;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "inbound_mailboxes")]
    pub struct Model {
        /// Hash of host, user and folder.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// The numbering of the mailbox to which `last_uid` belongs; null before the mailbox was opened.
        pub uid_validity: Option<i64>,
        /// Number of the last mail that was handled.
        pub last_uid: i64,
        /// Number of failed attempts to handle the next mail.
        pub failures: i32,
        /// Id of the lease of the process that reads the mailbox.
        pub lease: Option<Uuid>,
        pub locked_until: Option<DateTimeUtc>,
        /// Time at which the mailbox was last read without an error.
        pub checked_at: Option<DateTimeUtc>,
        /// Why the mailbox can't be read, in Portuguese; null if it can.
        pub last_error: Option<String>,
        /// Time at which a mail was last left in the mailbox.
        pub left_at: Option<DateTimeUtc>,
        /// Why that mail was left; null if none was.
        pub left_reason: Option<LeftReason>,
        /// Number of refused sign-ins since the mailbox was last opened.
        pub refused_sign_ins: i32,
        /// Number of other failures to open the mailbox since then.
        pub failed_connections: i32,
        /// Time until which the mailbox isn't opened, after a failure.
        pub retry_at: Option<DateTimeUtc>,
        /// Only mail from after this time is read; null unless the mail was renumbered and isn't read completely since.
        pub read_since: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod handled {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "inbound_mail")]
    pub struct Model {
        /// Hash of `Message-ID`, sender, subject and date.
        #[sea_orm(primary_key, auto_increment = false)]
        pub message_hash: String,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Why a mail was left in the mailbox, although it is to be filed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum LeftReason {
    /// The mail server couldn't send it, or it couldn't be handled.
    Unreadable,
    /// Too many contacts were created from mail of unknown senders.
    TooManyContacts,
    /// Its date is from long before the server renumbered the mail, so it was probably read before.
    Old,
}

/// Leases a mailbox, or renews the lease. Returns its state, or `None` if another process reads the mailbox.
pub async fn lease(
    connection: &impl ConnectionTrait,
    id: &str,
    lease: Uuid,
    now: Timestamp,
    time: TimeDelta,
) -> Result<Option<MailboxState>> {
    let new = mailboxes::ActiveModel {
        id: Set(id.to_owned()),
        uid_validity: Set(None),
        last_uid: Set(0),
        failures: Set(0),
        lease: Set(None),
        locked_until: Set(None),
        checked_at: Set(None),
        last_error: Set(None),
        left_at: Set(None),
        left_reason: Set(None),
        refused_sign_ins: Set(0),
        failed_connections: Set(0),
        retry_at: Set(None),
        read_since: Set(None),
    };
    let once = OnConflict::column(Column::Id).do_nothing().to_owned();
    mailboxes::Entity::insert(new).on_conflict(once).exec_without_returning(connection).await?;
    let row = mailboxes::Entity::find_by_id(id).lock_exclusive().one(connection).await?;
    // A lease that ends later than a new one comes from a wrong clock.
    let is_free = |row: &MailboxState| {
        row.lease == Some(lease) || row.locked_until.is_none_or(|end| end <= now || end > now + time * 2)
    };
    let Some(row) = row.filter(is_free) else { return Ok(None) };
    update(id, None)
        .col_expr(Column::Lease, Expr::value(lease))
        .col_expr(Column::LockedUntil, Expr::value(now + time))
        .exec(connection)
        .await?;
    Ok(Some(row))
}

/// Ends a lease, so that another process can read the mailbox at once.
pub async fn release(connection: &impl ConnectionTrait, id: &str, lease: Uuid) -> Result<()> {
    update(id, Some(lease))
        .col_expr(Column::Lease, Expr::value(None::<Uuid>))
        .col_expr(Column::LockedUntil, Expr::value(None::<Timestamp>))
        .exec(connection)
        .await?;
    Ok(())
}

/// Stores the last mail that was handled. Returns false, and stores nothing, if the lease was lost.
pub async fn set_position(
    connection: &impl ConnectionTrait,
    id: &str,
    lease: Uuid,
    (uid_validity, last_uid): (u32, u32),
) -> Result<bool> {
    let updated = update(id, Some(lease))
        .col_expr(Column::UidValidity, Expr::value(i64::from(uid_validity)))
        .col_expr(Column::LastUid, Expr::value(i64::from(last_uid)))
        .col_expr(Column::Failures, Expr::value(0))
        .exec(connection)
        .await?;
    Ok(updated.rows_affected > 0)
}

/// Counts a failed attempt to handle the next mail. Returns the number of failures.
pub async fn count_failure(connection: &impl ConnectionTrait, id: &str, lease: Uuid) -> Result<i32> {
    update(id, Some(lease))
        .col_expr(Column::Failures, Expr::col(Column::Failures).add(1))
        .exec(connection)
        .await?;
    Ok(find(connection, id).await?.map_or(0, |row| row.failures))
}

/// Withdraws a failure that had another cause than the mail.
pub async fn uncount_failure(connection: &impl ConnectionTrait, id: &str, lease: Uuid) -> Result<()> {
    let counted = update(id, Some(lease)).filter(Column::Failures.gt(0));
    counted.col_expr(Column::Failures, Expr::col(Column::Failures).sub(1)).exec(connection).await?;
    Ok(())
}

/// Stores that a mail was left in the mailbox.
pub async fn set_left(
    connection: &impl ConnectionTrait,
    id: &str,
    lease: Uuid,
    reason: LeftReason,
    now: Timestamp,
) -> Result<()> {
    update(id, Some(lease))
        .col_expr(Column::LeftAt, Expr::value(now))
        .col_expr(Column::LeftReason, Expr::value(reason))
        .exec(connection)
        .await?;
    Ok(())
}

/// Stores that all mail was read, unless the lease was lost.
pub async fn set_read(
    connection: &impl ConnectionTrait,
    id: &str,
    lease: Uuid,
    now: Timestamp,
) -> Result<()> {
    update(id, Some(lease))
        .col_expr(Column::LastError, Expr::value(None::<String>))
        .col_expr(Column::CheckedAt, Expr::value(now))
        .col_expr(Column::ReadSince, Expr::value(None::<Timestamp>))
        .exec(connection)
        .await?;
    Ok(())
}

/// Stores why the mailbox could not be read, unless the lease was lost.
pub async fn set_error(connection: &impl ConnectionTrait, id: &str, lease: Uuid, error: &str) -> Result<()> {
    update(id, Some(lease)).col_expr(Column::LastError, Expr::value(error)).exec(connection).await?;
    Ok(())
}

/// Stores why the mailbox could not be opened and the time of the next try, unless the lease was lost. `former` has the failures so
/// far.
pub async fn set_unopened(
    connection: &impl ConnectionTrait,
    (former, lease): (&MailboxState, Uuid),
    (error, is_refused): (&str, bool),
    retry_at: Timestamp,
) -> Result<()> {
    let (column, count) = if is_refused {
        (Column::RefusedSignIns, former.refused_sign_ins)
    } else {
        (Column::FailedConnections, former.failed_connections)
    };
    update(&former.id, Some(lease))
        .col_expr(Column::LastError, Expr::value(error))
        .col_expr(column, Expr::value(count.saturating_add(1)))
        .col_expr(Column::RetryAt, Expr::value(retry_at))
        .exec(connection)
        .await?;
    Ok(())
}

/// Forgets the failures to open a mailbox. Its error is forgotten, too, unless it is about the next mail.
pub async fn set_opened(connection: &impl ConnectionTrait, former: &MailboxState, lease: Uuid) -> Result<()> {
    let mut change = without_wait(update(&former.id, Some(lease)));
    if former.failures == 0 {
        change = change.col_expr(Column::LastError, Expr::value(None::<String>));
    }
    change.exec(connection).await?;
    Ok(())
}

/// Lets all mailboxes be opened at once.
pub async fn end_waits(connection: &impl ConnectionTrait) -> Result<()> {
    without_wait(mailboxes::Entity::update_many()).exec(connection).await?;
    Ok(())
}

fn without_wait(change: UpdateMany<mailboxes::Entity>) -> UpdateMany<mailboxes::Entity> {
    change
        .col_expr(Column::RefusedSignIns, Expr::value(0))
        .col_expr(Column::FailedConnections, Expr::value(0))
        .col_expr(Column::RetryAt, Expr::value(None::<Timestamp>))
}

/// Stores that the mail after the position is read only if it arrived after `since`, because the server has renumbered it.
pub async fn set_renumbered(
    connection: &impl ConnectionTrait,
    id: &str,
    lease: Uuid,
    since: Timestamp,
) -> Result<()> {
    update(id, Some(lease)).col_expr(Column::ReadSince, Expr::value(since)).exec(connection).await?;
    Ok(())
}

/// Ends all leases. Call it only if no other process reads a mailbox.
pub async fn release_all(connection: &impl ConnectionTrait) -> Result<()> {
    mailboxes::Entity::update_many()
        .col_expr(Column::Lease, Expr::value(None::<Uuid>))
        .col_expr(Column::LockedUntil, Expr::value(None::<Timestamp>))
        .exec(connection)
        .await?;
    Ok(())
}

/// Finds the state of a mailbox.
pub async fn find(connection: &impl ConnectionTrait, id: &str) -> Result<Option<MailboxState>> {
    Ok(mailboxes::Entity::find_by_id(id).one(connection).await?)
}

/// Returns a change of a mailbox, only while the lease is valid if there is one.
fn update(id: &str, lease: Option<Uuid>) -> UpdateMany<mailboxes::Entity> {
    let mut condition = Condition::all().add(Column::Id.eq(id));
    if let Some(lease) = lease {
        condition = condition.add(Column::Lease.eq(lease));
    }
    mailboxes::Entity::update_many().filter(condition)
}

/// Returns whether a mail was handled.
pub async fn is_handled(connection: &impl ConnectionTrait, message_hash: &str) -> Result<bool> {
    Ok(handled::Entity::find_by_id(message_hash).one(connection).await?.is_some())
}

/// Records that a mail was handled. Returns false if it was recorded before.
pub async fn record_handled(
    connection: &impl ConnectionTrait,
    message_hash: &str,
    now: Timestamp,
) -> Result<bool> {
    let row = handled::ActiveModel { message_hash: Set(message_hash.to_owned()), created_at: Set(now) };
    let once = OnConflict::column(handled::Column::MessageHash).do_nothing().to_owned();
    Ok(handled::Entity::insert(row).on_conflict(once).exec_without_returning(connection).await? > 0)
}

/// Deletes the records of mail that was handled before `older_than`. Returns their number.
pub async fn delete_handled(connection: &impl ConnectionTrait, older_than: Timestamp) -> Result<u64> {
    let old = handled::Entity::delete_many().filter(handled::Column::CreatedAt.lt(older_than));
    Ok(old.exec(connection).await?.rows_affected)
}
