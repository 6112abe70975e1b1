//! The SQL on the files of unsent replies. Each feature has its own table, with the same columns.

use sea_orm::{Condition, ConnectionTrait, entity::prelude::*};

use super::drafts::Draft;
use crate::platform::{clock::Timestamp, error::Result};

/// A table of files, some of which wait for a reply.
pub trait DraftTable: EntityTrait<Model: Draft> {
    const ID: Self::Column;
    /// Id of the record to which staff reply; null if the file is to be deleted.
    const RECORD_ID: Self::Column;
    /// The reply with the file; null before the reply is sent.
    const REPLY_ID: Self::Column;
    /// The member of staff who has attached the file to a reply that isn't sent yet.
    const UPLOADED_BY: Self::Column;
    /// Time until which the file waits for its reply; null afterward.
    const PENDING_UNTIL: Self::Column;
    const NAME: Self::Column;
}

/// Selects the files that a user has attached to an unsent reply to a record.
fn drafts_of<E: DraftTable>(record_id: Uuid, user_id: Uuid) -> Condition {
    Condition::all()
        .add(E::RECORD_ID.eq(record_id))
        .add(E::UPLOADED_BY.eq(user_id))
        .add(E::PENDING_UNTIL.is_not_null())
}

/// Finds those of the files that the user has attached to an unsent reply to the record.
pub async fn list<E: DraftTable>(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
    record_id: Uuid,
    user_id: Uuid,
) -> Result<Vec<E::Model>> {
    let found = E::find().filter(drafts_of::<E>(record_id, user_id)).filter(E::ID.is_in(ids.iter().copied()));
    Ok(found.all(connection).await?)
}

/// Counts the files that the user has attached to unsent replies.
pub async fn count<E: DraftTable<Model: Sync>>(
    connection: &impl ConnectionTrait,
    user_id: Uuid,
) -> Result<u64> {
    let found = E::find()
        .filter(E::UPLOADED_BY.eq(user_id))
        .filter(E::RECORD_ID.is_not_null())
        .filter(E::PENDING_UNTIL.is_not_null());
    Ok(found.count(connection).await?)
}

/// Adds files of an unsent reply to the reply. Returns false if one was deleted meanwhile.
pub async fn attach<E: DraftTable>(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
    reply_id: Uuid,
) -> Result<bool> {
    let attached = E::update_many()
        .col_expr(E::REPLY_ID, Expr::value(reply_id))
        .col_expr(E::PENDING_UNTIL, Expr::value(None::<Timestamp>))
        .col_expr(E::UPLOADED_BY, Expr::value(None::<Uuid>))
        .filter(E::ID.is_in(ids.iter().copied()))
        .filter(E::RECORD_ID.is_not_null())
        .filter(E::PENDING_UNTIL.is_not_null());
    Ok(attached.exec(connection).await?.rows_affected == ids.len() as u64)
}

/// Detaches a file of an unsent reply of the user, so that it is deleted. Returns false if there is none.
pub async fn detach_draft<E: DraftTable>(
    connection: &impl ConnectionTrait,
    id: Uuid,
    record_id: Uuid,
    user_id: Uuid,
) -> Result<bool> {
    Ok(detach::<E>(connection, drafts_of::<E>(record_id, user_id).add(E::ID.eq(id))).await? == 1)
}

/// Detaches files from their record, so that they are deleted. Returns their number.
pub async fn detach<E: DraftTable>(connection: &impl ConnectionTrait, which: Condition) -> Result<u64> {
    let detached = E::update_many()
        .col_expr(E::RECORD_ID, Expr::value(None::<Uuid>))
        .col_expr(E::NAME, Expr::value(""))
        .col_expr(E::PENDING_UNTIL, Expr::value(None::<Timestamp>))
        .col_expr(E::UPLOADED_BY, Expr::value(None::<Uuid>))
        .filter(which)
        .filter(E::RECORD_ID.is_not_null());
    Ok(detached.exec(connection).await?.rows_affected)
}
