//! The SQL on `digests`, and the counts that a digest contains.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, PaginatorTrait, QuerySelect,
    entity::prelude::*,
};

use crate::{
    features::contacts::store::rows as contacts,
    platform::{clock::Timestamp, error::Result},
};

/// Name of the only digest.
const NAME: &str = "suspected_contacts";

mod rows {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "digests")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        pub queued_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Returns the time at which the last digest was queued, and locks it until the transaction ends, so that only one process
/// queues the next one.
pub async fn last_queued(connection: &impl ConnectionTrait) -> Result<Option<Timestamp>> {
    let row = rows::Entity::find_by_id(NAME).lock_exclusive().one(connection).await?;
    Ok(row.and_then(|row| row.queued_at))
}

/// Stores that a digest was queued now.
pub async fn set_queued(connection: &impl ConnectionTrait, now: Timestamp) -> Result<()> {
    let row = rows::ActiveModel { name: Unchanged(NAME.to_owned()), queued_at: Set(Some(now)) };
    row.update(connection).await?;
    Ok(())
}

/// Returns the number of quarantined contacts outside the trash, and how many of them were received after `since`. `None`
/// counts all as received after it.
pub async fn count_quarantined(
    connection: &impl ConnectionTrait,
    since: Option<Timestamp>,
) -> Result<(u64, u64)> {
    let quarantined = contacts::Entity::find()
        .filter(contacts::Column::Quarantined.eq(true))
        .filter(contacts::Column::DeletedAt.is_null());
    let all = quarantined.clone().count(connection).await?;
    let new = match since {
        Some(since) => quarantined.filter(contacts::Column::CreatedAt.gt(since)).count(connection).await?,
        None => all,
    };
    Ok((all, new))
}
