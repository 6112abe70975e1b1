//! The trash of a table. Deleted records can be restored from it until they are purged.

use sea_orm::{
    ConnectionTrait, QueryOrder, QuerySelect, Select,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};

use crate::platform::{
    clock::Timestamp,
    error::{Error, Result},
};

/// A table whose rows have a version and can be in the trash.
pub trait Record: EntityTrait<Model: Sync + 'static> {
    const ID: Self::Column;
    const VERSION: Self::Column;
    /// Time of the deletion; null outside the trash.
    const DELETED_AT: Self::Column;
    /// Column that deletion and restoration set to the current time.
    const UPDATED_AT: Option<Self::Column> = None;
}

/// Selects the records outside the trash.
pub fn present<E: Record>() -> Select<E> {
    E::find().filter(E::DELETED_AT.is_null())
}

/// Selects the records in the trash.
pub fn deleted<E: Record>() -> Select<E> {
    E::find().filter(E::DELETED_AT.is_not_null())
}

/// Lists up to `limit` records in the trash, most recently deleted first.
pub async fn list_deleted<E: Record>(connection: &impl ConnectionTrait, limit: u64) -> Result<Vec<E::Model>> {
    let query = deleted::<E>().order_by_desc(E::DELETED_AT).order_by_desc(E::ID);
    Ok(query.limit(limit).all(connection).await?)
}

/// Counts the records in the trash.
pub async fn count_deleted<E: Record>(connection: &impl ConnectionTrait) -> Result<u64> {
    Ok(deleted::<E>().count(connection).await?)
}

/// Counts the records outside the trash.
pub async fn count<E: Record>(connection: &impl ConnectionTrait) -> Result<u64> {
    Ok(present::<E>().count(connection).await?)
}

/// Finds a record outside the trash.
pub async fn find<E: Record>(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<E::Model>> {
    Ok(present::<E>().filter(E::ID.eq(id)).one(connection).await?)
}

/// Finds a record, in the trash or not, and locks it until the transaction ends.
pub async fn find_for_update<E: Record>(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<E::Model>> {
    Ok(E::find().filter(E::ID.eq(id)).lock_exclusive().one(connection).await?)
}

/// Moves a record to the trash if `deleted`, otherwise restores it. Raises its version. Returns the changed record, or `None` if
/// it does not exist.
pub async fn set_deleted<E: Record>(
    connection: &impl ConnectionTrait,
    id: Uuid,
    deleted: bool,
    now: Timestamp,
) -> Result<Option<E::Model>> {
    let mut change = E::update_many()
        .col_expr(E::DELETED_AT, Expr::value(deleted.then_some(now)))
        .col_expr(E::VERSION, Expr::col(E::VERSION).add(1))
        .filter(E::ID.eq(id));
    if let Some(updated_at) = E::UPDATED_AT {
        change = change.col_expr(updated_at, Expr::value(now));
    }
    Ok(change.exec_with_returning(connection).await?.into_iter().next())
}

/// Deletes the records that were moved to the trash before `deleted_before`, and returns their number.
pub async fn purge<E: Record>(connection: &impl ConnectionTrait, deleted_before: Timestamp) -> Result<u64> {
    let expired = E::delete_many().filter(E::DELETED_AT.lt(deleted_before));
    Ok(expired.exec(connection).await?.rows_affected)
}

/// Returns the record if it was found and is not in the trash; [`Error::NotFound`] otherwise.
pub fn require_present<T>(found: Option<T>, deleted_at: impl Fn(&T) -> Option<Timestamp>) -> Result<T> {
    found.filter(|record| deleted_at(record).is_none()).ok_or(Error::NotFound)
}

/// Fails with `refusal` if `count`, the number of records outside the trash, has reached `max`.
pub fn require_room(count: u64, max: u64, refusal: Error) -> Result<()> {
    if count < max { Ok(()) } else { Err(refusal) }
}
