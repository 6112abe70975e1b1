//! The SQL on `contacts` for the retention rules.

use std::collections::BTreeSet;

use sea_orm::{Condition, ConnectionTrait, QueryOrder, QuerySelect, Select, entity::prelude::*};

use super::{
    merged::with_merged,
    rows::{self, Column},
};
use crate::{
    features::contacts::model::ContactStatus,
    foundation::personal_data::retention::Expiring,
    platform::{clock::Timestamp, error::Result},
};

/// Selects the contacts with one of the statuses whose sender's data has not been erased. Leaves out the trash, which is
/// purged sooner.
fn with_sender(statuses: &[ContactStatus]) -> Select<rows::Entity> {
    rows::Entity::find()
        .filter(Column::Status.is_in(statuses.iter().copied()))
        .filter(Condition::any().add(Column::Email.ne("")).add(Column::Phone.ne("")))
        .filter(Column::DeletedAt.is_null())
}

/// Counts the contacts that have one of the statuses and were last changed before `older_than`.
pub async fn find_expiring(
    connection: &impl ConnectionTrait,
    statuses: &[ContactStatus],
    older_than: Timestamp,
) -> Result<Expiring> {
    Expiring::find(connection, with_sender(statuses), Expr::col(Column::UpdatedAt), older_than).await
}

/// Returns the ids of up to `limit` contacts that have one of the statuses and were last changed before `older_than`, and
/// locks the contacts until the transaction ends. Those that were merged into them are included.
pub async fn list_expired(
    connection: &impl ConnectionTrait,
    statuses: &[ContactStatus],
    older_than: Timestamp,
    limit: u64,
) -> Result<BTreeSet<Uuid>> {
    let expired = with_sender(statuses).filter(Column::UpdatedAt.lt(older_than));
    // Locked, so that a contact that is being changed isn't erased. Bulk changes lock contacts in the same order.
    let locked = expired.order_by_asc(Column::Id).limit(limit).lock_exclusive();
    let ids: Vec<Uuid> = locked.select_only().column(Column::Id).into_tuple().all(connection).await?;
    let mut ids = ids.into_iter().collect();
    with_merged(connection, &mut ids).await?;
    Ok(ids)
}
