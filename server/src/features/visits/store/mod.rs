//! The SQL on `visit_events`: storing, listing and deleting events.

pub mod aggregates;
pub mod salts;
pub mod texts;

use std::ops::Range;

use sea_orm::{
    ActiveValue::{NotSet, Set},
    ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect,
};

use self::rows::{Column, Entity, Model};
pub use self::salts::Salt;
use super::beacon::VisitEvent;
use crate::platform::{clock::Timestamp, error::Result};

pub mod rows {
    use sea_orm::entity::prelude::*;

    use crate::features::visits::{beacon::EventKind, robots::Device};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "visit_events")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        /// Unix time in seconds.
        pub at: i64,
        pub kind: EventKind,
        pub page: String,
        /// Host name; empty if the visitor came directly; null if the page was opened from this site, and for other kinds
        /// than views.
        pub referrer: Option<String>,
        pub campaign: Option<String>,
        pub device: Device,
        pub visitor: i64,
        // Upper bounds of the buckets of Core Web Vitals.
        pub lcp: Option<i32>,
        pub inp: Option<i32>,
        pub cls: Option<i32>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// An event with its time (Unix, in seconds) and its visitor.
pub struct StoredEvent {
    pub at: i64,
    pub visitor: i64,
    pub event: VisitEvent,
}

/// Stores events.
pub async fn create(connection: &impl ConnectionTrait, events: Vec<StoredEvent>) -> Result<()> {
    let rows = events.into_iter().map(|StoredEvent { at, visitor, event }| rows::ActiveModel {
        id: NotSet,
        at: Set(at),
        kind: Set(event.kind),
        page: Set(event.page),
        referrer: Set(event.referrer),
        campaign: Set(event.campaign.map(|campaign| campaign.key())),
        device: Set(event.device),
        visitor: Set(visitor),
        lcp: Set(event.vitals[0]),
        inp: Set(event.vitals[1]),
        cls: Set(event.vitals[2]),
    });
    Entity::insert_many(rows).exec_without_returning(connection).await?;
    Ok(())
}

/// Lists up to `limit` events in a span of time, oldest first, after the event `after`.
pub async fn list(
    connection: &impl ConnectionTrait,
    span: &Range<Timestamp>,
    after: Option<&Model>,
    limit: u64,
) -> Result<Vec<Model>> {
    let start = after.map_or(span.start.timestamp(), |event| event.at);
    let mut query = Entity::find().filter(Column::At.gte(start)).filter(Column::At.lt(span.end.timestamp()));
    if let Some(Model { at, id, .. }) = after {
        query = query.filter(Column::At.gt(*at).or(Column::Id.gt(*id)));
    }
    Ok(query.order_by_asc(Column::At).order_by_asc(Column::Id).limit(limit).all(connection).await?)
}

/// Counts the events since a time.
pub async fn count_since(connection: &impl ConnectionTrait, time: Timestamp) -> Result<u64> {
    Ok(Entity::find().filter(Column::At.gte(time.timestamp())).count(connection).await?)
}

/// Returns the time of the oldest event.
pub async fn first_at(connection: &impl ConnectionTrait) -> Result<Option<Timestamp>> {
    let query = Entity::find().select_only().column(Column::At).order_by_asc(Column::At).limit(1);
    let at: Option<i64> = query.into_tuple().one(connection).await?;
    Ok(at.and_then(|at| Timestamp::from_timestamp(at, 0)))
}

/// Deletes up to `limit` of the events before a time. Returns their number.
pub async fn delete_before(connection: &impl ConnectionTrait, before: Timestamp, limit: u64) -> Result<u64> {
    let old = Entity::find().filter(Column::At.lt(before.timestamp())).order_by_asc(Column::At).limit(limit);
    let ids: Vec<i64> = old.select_only().column(Column::Id).into_tuple().all(connection).await?;
    let Some((first, last)) = ids.iter().min().zip(ids.iter().max()) else { return Ok(0) };
    // Ids rise with time, so a range of ids selects these events. The time is checked too, because ids don't follow it if
    // the clock was set back.
    let deleted = Entity::delete_many()
        .filter(Column::Id.between(*first, *last))
        .filter(Column::At.lt(before.timestamp()))
        .exec(connection)
        .await?;
    Ok(deleted.rows_affected)
}

/// Property of events by which figures are counted. Each value of a dimension has one row per day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, sea_orm::EnumIter, sea_orm::DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Dimension {
    Page,
    Referrer,
    Campaign,
    Device,
    Missing,
    /// Pages with clicks on WhatsApp.
    Whatsapp,
    /// Pages with clicks on phone numbers.
    Phone,
    Lcp,
    Inp,
    Cls,
}

impl Dimension {
    /// Returns the maximum number of values that are stored per day. The less frequent ones are counted together as [`REST`].
    #[must_use]
    pub fn max_values(self) -> usize {
        match self {
            Self::Page => 100,
            _ => 50,
        }
    }
}

/// Value of the row that counts the less frequent values of a day together. No page, host or campaign has this value.
pub const REST: &str = "*";

/// Counts of one value of a dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    pub dimension: Dimension,
    pub value: String,
    /// Number of events.
    pub views: i64,
    /// Sum of the number of different visitors on each day.
    pub visitors: i64,
}

/// Counts of one day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DayTotals {
    pub views: i64,
    pub visitors: i64,
    pub missing: i64,
    pub whatsapp: i64,
    pub phone: i64,
}
