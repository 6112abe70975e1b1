//! The SQL on users, sessions, devices and the staff policy.

pub mod devices;
pub mod policy;
pub mod push_subscriptions;
pub mod sessions;
pub mod users;

use sea_orm::{QueryOrder, QuerySelect, Select, entity::prelude::*};

use crate::platform::error::Result;

/// Deletes the rows of a query except the `keep` ones with the latest time. `id` and `time` are columns.
async fn delete_oldest_of<E: EntityTrait>(
    connection: &impl ConnectionTrait,
    rows: Select<E>,
    (id, time): (E::Column, E::Column),
    keep: u64,
) -> Result<()> {
    let old = rows
        .select_only()
        .column(id)
        .order_by_desc(time)
        .offset(keep)
        // SQLite requires a limit with an offset. No user has this many sessions or devices.
        .limit(1000);
    let old: Vec<Uuid> = old.into_tuple().all(connection).await?;
    E::delete_many().filter(id.is_in(old)).exec(connection).await?;
    Ok(())
}
