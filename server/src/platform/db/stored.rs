//! Queries on tables with a trash that return the types of a feature instead of rows.

use anyhow::Context;
use sea_orm::{ConnectionTrait, Select, entity::prelude::*};

use super::trash::{self, Record};
use crate::platform::{clock::Timestamp, error::Result, http::Version};

/// A value that is stored as a row of the table `Rows`, and perhaps of other tables.
pub trait Stored: Sized + Send {
    type Rows: Record;

    /// Converts `rows` to values with their versions, in the same order.
    fn from_rows(
        connection: &impl ConnectionTrait,
        rows: Vec<<Self::Rows as EntityTrait>::Model>,
    ) -> impl Future<Output = Result<Vec<(Version, Self)>>> + Send;
}

/// Returns the value of a row.
pub async fn from_row<T: Stored>(
    connection: &impl ConnectionTrait,
    row: <T::Rows as EntityTrait>::Model,
) -> Result<(Version, T)> {
    Ok(T::from_rows(connection, vec![row]).await?.pop().context("a row has no value")?)
}

/// Lists the values that `query` selects.
pub async fn list<T: Stored>(connection: &impl ConnectionTrait, query: Select<T::Rows>) -> Result<Vec<T>> {
    values(connection, query.all(connection).await?).await
}

/// Lists up to `limit` values in the trash, most recently deleted first.
pub async fn list_deleted<T: Stored>(connection: &impl ConnectionTrait, limit: u64) -> Result<Vec<T>> {
    values(connection, trash::list_deleted::<T::Rows>(connection, limit).await?).await
}

async fn values<T: Stored>(
    connection: &impl ConnectionTrait,
    rows: Vec<<T::Rows as EntityTrait>::Model>,
) -> Result<Vec<T>> {
    Ok(T::from_rows(connection, rows).await?.into_iter().map(|(_, value)| value).collect())
}

/// Finds a value outside the trash.
pub async fn find<T: Stored>(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<(Version, T)>> {
    let Some(row) = trash::find::<T::Rows>(connection, id).await? else { return Ok(None) };
    from_row(connection, row).await.map(Some)
}

/// Finds a value, in the trash or not, and locks its row until the transaction ends.
pub async fn find_for_update<T: Stored>(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(Version, T)>> {
    let Some(row) = trash::find_for_update::<T::Rows>(connection, id).await? else { return Ok(None) };
    from_row(connection, row).await.map(Some)
}

/// Moves a value to the trash if `deleted`, otherwise restores it. Raises its version. The value must exist.
pub async fn set_deleted<T: Stored>(
    connection: &impl ConnectionTrait,
    id: Uuid,
    deleted: bool,
    now: Timestamp,
) -> Result<(Version, T)> {
    let changed = trash::set_deleted::<T::Rows>(connection, id, deleted, now).await?;
    from_row(connection, changed.context("the record to delete or restore does not exist")?).await
}

/// Deletes the values that were moved to the trash before `deleted_before`, and returns their number.
pub async fn purge<T: Stored>(connection: &impl ConnectionTrait, deleted_before: Timestamp) -> Result<u64> {
    trash::purge::<T::Rows>(connection, deleted_before).await
}
