//! Queries on the `digests` table: when the digest was last queued.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, QuerySelect,
    entity::prelude::*,
};

use crate::platform::{clock::Timestamp, error::Result};

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

/// Returns the time at which the digest was last queued, and locks it until the transaction ends, so that only one process
/// queues the next one.
pub async fn last_queued(connection: &impl ConnectionTrait) -> Result<Option<Timestamp>> {
    let row = rows::Entity::find_by_id(NAME).lock_exclusive().one(connection).await?;
    Ok(row.and_then(|row| row.queued_at))
}

pub async fn set_queued(connection: &impl ConnectionTrait, now: Timestamp) -> Result<()> {
    let row = rows::ActiveModel { name: Unchanged(NAME.to_owned()), queued_at: Set(Some(now)) };
    row.update(connection).await?;
    Ok(())
}
