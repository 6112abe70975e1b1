//! The query that counts the records to which a retention rule applies.

use sea_orm::{
    ConnectionTrait, QuerySelect, Select,
    entity::prelude::*,
    sea_query::{ExprTrait, Func},
};

use super::retention::Expiring;
use crate::platform::{clock::Timestamp, error::Result};

impl Expiring {
    /// Returns the number of records of `query` whose period started before `before`, and the start of the oldest record's
    /// period. `period_start` is the column or expression with the start.
    pub async fn find<E: EntityTrait<Model: Sync + 'static>>(
        connection: &impl ConnectionTrait,
        query: Select<E>,
        period_start: Expr,
        before: Timestamp,
    ) -> Result<Self> {
        let count = query.clone().filter(period_start.clone().lt(before)).count(connection).await?;
        let oldest = query.select_only().expr_as(Func::min(period_start), "oldest");
        let oldest: Option<Option<Timestamp>> = oldest.into_tuple().one(connection).await?;
        Ok(Self { count, oldest: oldest.flatten() })
    }
}
