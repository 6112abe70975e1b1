//! The SQL on `contacts` for the retention rules.

use std::collections::BTreeSet;

use sea_orm::{ConnectionTrait, QueryOrder, QuerySelect, Select, entity::prelude::*};

use super::rows::{self, Column};
use crate::{
    features::contacts::model::ContactStatus,
    platform::{clock::Timestamp, error::Result},
};

/// Selects the contacts with one of the statuses whose sender's data has not been erased. Leaves out the trash, which is
/// purged sooner.
fn with_sender(statuses: &[ContactStatus]) -> Select<rows::Entity> {
    rows::Entity::find()
        .filter(Column::Status.is_in(statuses.iter().copied()))
        .filter(Column::EmailKey.ne(""))
        .filter(Column::DeletedAt.is_null())
}

/// Counts the contacts with one of the statuses that were last changed before `older_than`. Also returns the earliest
/// time of a last change, before `older_than` or not.
pub async fn count_expiring(
    connection: &impl ConnectionTrait,
    statuses: &[ContactStatus],
    older_than: Timestamp,
) -> Result<(u64, Option<Timestamp>)> {
    let count = with_sender(statuses).filter(Column::UpdatedAt.lt(older_than)).count(connection).await?;
    let oldest = with_sender(statuses).select_only().column_as(Column::UpdatedAt.min(), "oldest");
    let oldest: Option<Option<Timestamp>> = oldest.into_tuple().one(connection).await?;
    Ok((count, oldest.flatten()))
}

/// Returns the ids of up to `limit` contacts with one of the statuses that were last changed before `older_than`.
pub async fn list_expired(
    connection: &impl ConnectionTrait,
    statuses: &[ContactStatus],
    older_than: Timestamp,
    limit: u64,
) -> Result<BTreeSet<Uuid>> {
    let expired = with_sender(statuses).filter(Column::UpdatedAt.lt(older_than));
    let oldest = expired.order_by_asc(Column::UpdatedAt).limit(limit).select_only().column(Column::Id);
    let ids: Vec<Uuid> = oldest.into_tuple().all(connection).await?;
    Ok(ids.into_iter().collect())
}
