//! The SQL on `digests`: the time at which each digest was last queued.

use sea_orm::{
    ActiveValue::{Set, Unchanged},
    ConnectionTrait, QuerySelect,
    entity::prelude::*,
};

use crate::platform::{clock::Timestamp, error::Result, text::date};

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

/// The time at which a digest was last queued; `None` if never.
pub struct LastDigest(pub Option<Timestamp>);

impl LastDigest {
    /// Reads the time of the digest `name` and locks the row until the transaction ends, so that only one process queues the
    /// next digest.
    pub async fn lock(connection: &impl ConnectionTrait, name: &str, now: Timestamp) -> Result<Self> {
        let row = rows::Entity::find_by_id(name).lock_exclusive().one(connection).await?;
        // Ignores a stored time in the future, which comes from a clock that was ahead.
        Ok(Self(row.and_then(|row| row.queued_at).filter(|last| *last <= now)))
    }

    /// Returns whether the digest was queued on the day of `now`.
    #[must_use]
    pub fn is_of_today(&self, now: Timestamp) -> bool {
        self.0.is_some_and(|last| date::day_of(last) >= date::day_of(now))
    }
}

/// Stores that the digest `name` was queued at `now`.
pub async fn set_queued(connection: &impl ConnectionTrait, name: &str, now: Timestamp) -> Result<()> {
    let row = rows::ActiveModel { name: Unchanged(name.to_owned()), queued_at: Set(Some(now)) };
    row.update(connection).await?;
    Ok(())
}
