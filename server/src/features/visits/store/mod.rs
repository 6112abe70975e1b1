//! The SQL on `visit_events`: storing and deleting events, and counting the figures of one day.

pub mod aggregates;
pub mod salts;

use std::ops::Range;

use sea_orm::{
    ActiveValue::{NotSet, Set},
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::{Asterisk, Expr, ExprTrait, Func},
};

use self::rows::{Column, Entity};
pub use self::salts::Salt;
use super::beacon::{EventKind, VisitEvent};
use crate::platform::{clock::Timestamp, error::Result};

mod rows {
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

/// Each dimension, the kind of its events, the column with its values, and the maximum number of values per day. The less
/// frequent values of a day are counted together as [`REST`].
const DIMENSIONS: [(Dimension, EventKind, Column, usize); 10] = [
    (Dimension::Page, EventKind::View, Column::Page, 100),
    (Dimension::Referrer, EventKind::View, Column::Referrer, 50),
    (Dimension::Campaign, EventKind::View, Column::Campaign, 50),
    (Dimension::Device, EventKind::View, Column::Device, 10),
    (Dimension::Missing, EventKind::Missing, Column::Page, 50),
    (Dimension::Whatsapp, EventKind::Whatsapp, Column::Page, 50),
    (Dimension::Phone, EventKind::Phone, Column::Page, 50),
    (Dimension::Lcp, EventKind::Vitals, Column::Lcp, 50),
    (Dimension::Inp, EventKind::Vitals, Column::Inp, 50),
    (Dimension::Cls, EventKind::Vitals, Column::Cls, 50),
];

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

#[derive(FromQueryResult)]
struct KindRow {
    kind: EventKind,
    views: i64,
    visitors: i64,
}

#[derive(FromQueryResult)]
struct ValueRow {
    value: String,
    views: i64,
    visitors: i64,
}

#[derive(FromQueryResult)]
struct CountRow {
    views: i64,
    visitors: i64,
}

/// Selects the events in a span of time.
fn within(span: &Range<Timestamp>) -> Select<Entity> {
    Entity::find()
        .filter(Column::At.gte(span.start.timestamp()))
        .filter(Column::At.lt(span.end.timestamp()))
        .select_only()
}

/// Selects the number of events and of different visitors.
fn counted(query: Select<Entity>) -> Select<Entity> {
    let visitors = Func::count_distinct(Expr::col(Column::Visitor));
    query.expr_as(count_all(), "views").expr_as(visitors, "visitors")
}

fn count_all() -> Expr {
    Func::count(Expr::col(Asterisk)).into()
}

/// Counts the events of a day.
pub async fn day_totals(connection: &impl ConnectionTrait, span: &Range<Timestamp>) -> Result<DayTotals> {
    let query = counted(within(span).column(Column::Kind)).group_by(Column::Kind);
    let rows: Vec<KindRow> = query.into_model().all(connection).await?;
    let find = |kind| rows.iter().find(|row| row.kind == kind);
    let count = |kind| find(kind).map_or(0, |row| row.views);
    Ok(DayTotals {
        views: count(EventKind::View),
        visitors: find(EventKind::View).map_or(0, |row| row.visitors),
        missing: count(EventKind::Missing),
        whatsapp: count(EventKind::Whatsapp),
        phone: count(EventKind::Phone),
    })
}

/// Counts the events of a day by each dimension.
pub async fn day_figures(connection: &impl ConnectionTrait, span: &Range<Timestamp>) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for (dimension, kind, column, max) in DIMENSIONS {
        let of_kind = || within(span).filter(Column::Kind.eq(kind)).filter(column.is_not_null());
        let value = Expr::col(column).cast_as("TEXT");
        let query = counted(of_kind().expr_as(value, "value"))
            .group_by(Expr::col(column))
            .order_by_desc(count_all())
            .order_by_asc(column)
            .limit(max as u64 + 1);
        let mut rows: Vec<ValueRow> = query.into_model().all(connection).await?;
        if rows.len() > max {
            rows.truncate(max);
            let listed = rows.iter().map(|row| row.value.clone()).collect::<Vec<_>>();
            let others = counted(of_kind()).filter(Expr::col(column).cast_as("TEXT").is_not_in(listed));
            let others: Option<CountRow> = others.into_model().one(connection).await?;
            let rest = others.map(|row| ValueRow {
                value: REST.to_owned(),
                views: row.views,
                visitors: row.visitors,
            });
            rows.extend(rest);
        }
        figures.extend(rows.into_iter().map(|ValueRow { value, views, visitors }| Figure {
            dimension,
            value,
            views,
            visitors,
        }));
    }
    Ok(figures)
}
