//! The SQL on `visit_days` and `visit_figures`, the counts of past days.

use chrono::NaiveDate;
use sea_orm::{
    ActiveValue::Set,
    ConnectionTrait, FromQueryResult, Iterable, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, Func, OnConflict},
};

use super::{DayTotals, Dimension, Figure};
use crate::{features::visits::period::Days, platform::error::Result};

/// Maximum number of rows that one statement inserts.
const ROWS_AT_ONCE: usize = 500;

mod days {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "visit_days")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub day: Date,
        pub views: i64,
        pub visitors: i64,
        pub missing: i64,
        pub whatsapp: i64,
        pub phone: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod figures {
    use sea_orm::entity::prelude::*;

    use super::Dimension;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "visit_figures")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub dimension: Dimension,
        #[sea_orm(primary_key, auto_increment = false)]
        pub day: Date,
        #[sea_orm(primary_key, auto_increment = false)]
        pub value: String,
        pub views: i64,
        pub visitors: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Stores the figures of a day. Returns false, and stores nothing, if they are stored already.
pub async fn create(
    connection: &impl ConnectionTrait,
    day: NaiveDate,
    totals: DayTotals,
    figures: Vec<Figure>,
) -> Result<bool> {
    let DayTotals { views, visitors, missing, whatsapp, phone } = totals;
    let row = days::ActiveModel {
        day: Set(day),
        views: Set(views),
        visitors: Set(visitors),
        missing: Set(missing),
        whatsapp: Set(whatsapp),
        phone: Set(phone),
    };
    let once = OnConflict::column(days::Column::Day).do_nothing().to_owned();
    if days::Entity::insert(row).on_conflict(once).exec_without_returning(connection).await? == 0 {
        return Ok(false);
    }
    let rows: Vec<_> = figures
        .into_iter()
        .map(|Figure { dimension, value, views, visitors }| figures::ActiveModel {
            dimension: Set(dimension),
            day: Set(day),
            value: Set(value),
            views: Set(views),
            visitors: Set(visitors),
        })
        .collect();
    for chunk in rows.chunks(ROWS_AT_ONCE) {
        figures::Entity::insert_many(chunk.to_vec()).exec_without_returning(connection).await?;
    }
    Ok(true)
}

/// Returns the days from the first to the last one with stored figures. `None` if there are none.
pub async fn range(connection: &impl ConnectionTrait) -> Result<Option<Days>> {
    let query = days::Entity::find().select_only().column(days::Column::Day);
    let first: Option<NaiveDate> =
        query.clone().order_by_asc(days::Column::Day).limit(1).into_tuple().one(connection).await?;
    let last: Option<NaiveDate> =
        query.order_by_desc(days::Column::Day).limit(1).into_tuple().one(connection).await?;
    Ok(first.zip(last).map(|(first, last)| Days { first, last }))
}

/// Lists the totals of the stored days within `days`, oldest first.
pub async fn list_days(connection: &impl ConnectionTrait, days: Days) -> Result<Vec<(NaiveDate, DayTotals)>> {
    let rows = days::Entity::find()
        .filter(days::Column::Day.between(days.first, days.last))
        .order_by_asc(days::Column::Day)
        .all(connection)
        .await?;
    let totals = |days::Model { day, views, visitors, missing, whatsapp, phone }| {
        (day, DayTotals { views, visitors, missing, whatsapp, phone })
    };
    Ok(rows.into_iter().map(totals).collect())
}

#[derive(FromQueryResult)]
struct SumRow {
    dimension: Dimension,
    value: String,
    views: i64,
    visitors: i64,
}

/// Returns the sums of the stored figures within `days`, by dimension and value.
pub async fn sum(connection: &impl ConnectionTrait, days: Days) -> Result<Vec<Figure>> {
    let sum = |column: figures::Column| Func::cast_as(column.sum(), "BIGINT");
    let rows: Vec<SumRow> = figures::Entity::find()
        // Always true, but lets the database read only the days of the period for each dimension in the index.
        .filter(figures::Column::Dimension.is_in(Dimension::iter()))
        .filter(figures::Column::Day.between(days.first, days.last))
        .select_only()
        .columns([figures::Column::Dimension, figures::Column::Value])
        .expr_as(Expr::from(sum(figures::Column::Views)), "views")
        .expr_as(Expr::from(sum(figures::Column::Visitors)), "visitors")
        .group_by(figures::Column::Dimension)
        .group_by(figures::Column::Value)
        .into_model()
        .all(connection)
        .await?;
    let figure = |SumRow { dimension, value, views, visitors }| Figure { dimension, value, views, visitors };
    Ok(rows.into_iter().map(figure).collect())
}
