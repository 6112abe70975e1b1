//! The SQL on `visit_days` and `visit_figures`, the counts of past days, and on `visit_month_figures`, their sums in whole months.

use std::collections::HashMap;

use chrono::{Datelike, Months, NaiveDate, TimeDelta};
use sea_orm::{
    ActiveValue::Set,
    ConnectionTrait, FromQueryResult, Iterable, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, Func, OnConflict},
};

use super::{DayTotals, Dimension, Figure, REST};
use crate::{features::visits::period::Days, platform::error::Result};

/// Maximum number of rows that one statement inserts.
const ROWS_AT_ONCE: usize = 500;
/// A month stores this many times as many values of a dimension as a day, so that long periods are read quickly.
const MONTH_FACTOR: usize = 3;

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

pub(super) mod figures {
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

pub(super) mod month_figures {
    use sea_orm::entity::prelude::*;

    use super::Dimension;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "visit_month_figures")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub dimension: Dimension,
        /// First day of the month.
        #[sea_orm(primary_key, auto_increment = false)]
        pub month: Date,
        #[sea_orm(primary_key, auto_increment = false)]
        pub value: String,
        pub views: i64,
        pub visitors: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Stores the figures of a day, and at the end of a month the sums of the month. Returns false, and stores nothing, if they
/// are stored already.
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
    if day.succ_opt().is_some_and(|next| next.day() == 1) {
        create_month(connection, day).await?;
    }
    Ok(true)
}

/// Stores the sums of the month that ends on `last`.
async fn create_month(connection: &impl ConnectionTrait, last: NaiveDate) -> Result<()> {
    let month = first_of_month(last);
    let sums = limited(sum_days(connection, Days { first: month, last }).await?);
    let rows: Vec<_> = sums
        .into_iter()
        .map(|Figure { dimension, value, views, visitors }| month_figures::ActiveModel {
            dimension: Set(dimension),
            month: Set(month),
            value: Set(value),
            views: Set(views),
            visitors: Set(visitors),
        })
        .collect();
    for chunk in rows.chunks(ROWS_AT_ONCE) {
        month_figures::Entity::insert_many(chunk.to_vec()).exec_without_returning(connection).await?;
    }
    Ok(())
}

/// Adds up the less frequent values of each dimension as [`REST`].
fn limited(mut figures: Vec<Figure>) -> Vec<Figure> {
    figures.sort_by(|a, b| b.views.cmp(&a.views).then_with(|| a.value.cmp(&b.value)));
    let mut counts: HashMap<Dimension, usize> = HashMap::new();
    let mut rests: HashMap<Dimension, Figure> = HashMap::new();
    let mut listed = Vec::new();
    for figure in figures {
        let count = counts.entry(figure.dimension).or_default();
        if figure.value != REST && *count < MONTH_FACTOR * figure.dimension.max_values() {
            *count += 1;
            listed.push(figure);
            continue;
        }
        let empty = Figure { value: REST.to_owned(), views: 0, visitors: 0, ..figure };
        let rest = rests.entry(figure.dimension).or_insert(empty);
        rest.views += figure.views;
        rest.visitors += figure.visitors;
    }
    listed.extend(rests.into_values());
    listed
}

fn first_of_month(day: NaiveDate) -> NaiveDate {
    day.with_day(1).unwrap_or(day)
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

/// Deletes the figures of the days from `first` on, and of their months.
pub async fn delete_from(connection: &impl ConnectionTrait, first: NaiveDate) -> Result<()> {
    days::Entity::delete_many().filter(days::Column::Day.gte(first)).exec(connection).await?;
    figures::Entity::delete_many().filter(figures::Column::Day.gte(first)).exec(connection).await?;
    let months = month_figures::Entity::delete_many();
    months.filter(month_figures::Column::Month.gte(first_of_month(first))).exec(connection).await?;
    Ok(())
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

/// Returns the sums of the stored figures within `days`, by dimension and value. A value may have several sums: of whole months,
/// and of the days before and after them.
pub async fn sum(connection: &impl ConnectionTrait, days: Days) -> Result<Vec<Figure>> {
    let Some(stored) = range(connection).await? else { return Ok(Vec::new()) };
    let days = Days { first: days.first.max(stored.first), last: days.last.min(stored.last) };
    let Some(months) = whole_months(days) else { return sum_days(connection, days).await };
    let before = Days { first: days.first, last: months.first - TimeDelta::days(1) };
    let after = Days { first: months.last + TimeDelta::days(1), last: days.last };
    let mut figures = sum_months(connection, months).await?;
    figures.extend(sum_days(connection, before).await?);
    figures.extend(sum_days(connection, after).await?);
    Ok(figures)
}

/// Returns the days of the whole months within `days`. `None` if there is no whole month.
fn whole_months(days: Days) -> Option<Days> {
    let first = match days.first.day() {
        1 => days.first,
        _ => first_of_month(days.first).checked_add_months(Months::new(1))?,
    };
    let last = first_of_month(days.last.succ_opt()?).pred_opt()?;
    (first < last).then_some(Days { first, last })
}

async fn sum_days(connection: &impl ConnectionTrait, days: Days) -> Result<Vec<Figure>> {
    if days.count() <= 0 {
        return Ok(Vec::new());
    }
    use figures::Column::{Day, Dimension, Value, Views, Visitors};
    summed::<figures::Entity>(connection, [Dimension, Day, Value, Views, Visitors], days).await
}

async fn sum_months(connection: &impl ConnectionTrait, months: Days) -> Result<Vec<Figure>> {
    use month_figures::Column::{Dimension, Month, Value, Views, Visitors};
    summed::<month_figures::Entity>(connection, [Dimension, Month, Value, Views, Visitors], months).await
}

/// Returns the sums of the figures of a table within `days`, by dimension and value. The columns are those of the dimension, the
/// period, the value, the views and the visitors.
async fn summed<E: EntityTrait>(
    connection: &impl ConnectionTrait,
    columns: [E::Column; 5],
    days: Days,
) -> Result<Vec<Figure>> {
    let [dimension, period, value, views, visitors] = columns;
    let rows: Vec<SumRow> = E::find()
        // Always true, but lets the database read only the rows of the period for each dimension in the index.
        .filter(dimension.is_in(Dimension::iter()))
        .filter(period.between(days.first, days.last))
        .select_only()
        .columns([dimension, value])
        .expr_as(sum_of(views), "views")
        .expr_as(sum_of(visitors), "visitors")
        .group_by(dimension)
        .group_by(value)
        .into_model()
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(Figure::from).collect())
}

/// Returns the sum of a column as a 64-bit number.
pub(super) fn sum_of(column: impl ColumnTrait) -> Expr {
    Func::cast_as(column.sum(), "BIGINT").into()
}

impl From<SumRow> for Figure {
    fn from(SumRow { dimension, value, views, visitors }: SumRow) -> Self {
        Self { dimension, value, views, visitors }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(first: (i32, u32, u32), last: (i32, u32, u32)) -> Days {
        let date = |(year, month, day)| NaiveDate::from_ymd_opt(year, month, day).expect("a date");
        Days { first: date(first), last: date(last) }
    }

    #[test]
    fn less_frequent_values_of_a_month_are_added_up() {
        let figure =
            |dimension, value: &str, views| Figure { dimension, value: value.to_owned(), views, visitors: 1 };
        let max = MONTH_FACTOR * Dimension::Page.max_values();
        let mut figures = vec![figure(Dimension::Page, REST, 1000), figure(Dimension::Referrer, "", 1)];
        figures.extend(
            (1..=max + 2)
                .zip(1..)
                .map(|(number, views)| figure(Dimension::Page, &format!("/{number}"), views)),
        );
        let limited = limited(figures);
        let of = |value: &str| limited.iter().find(|figure| figure.value == value);
        assert_eq!(limited.len(), max + 2);
        let rest = Figure { visitors: 3, ..figure(Dimension::Page, REST, 1000 + 1 + 2) };
        assert_eq!((of("/1"), of("/2"), of(REST)), (None, None, Some(&rest)));
        assert_eq!(of("/3"), Some(&figure(Dimension::Page, "/3", 3)));
        assert_eq!(of(""), Some(&figure(Dimension::Referrer, "", 1)));
    }

    #[test]
    fn whole_months_exclude_partial_months() {
        let february = days((2026, 2, 1), (2026, 2, 28));
        assert_eq!(whole_months(days((2026, 1, 2), (2026, 3, 30))), Some(february));
        assert_eq!(whole_months(february), Some(february));
        let year = days((2025, 12, 1), (2026, 11, 30));
        assert_eq!(whole_months(year), Some(year));
        assert_eq!(whole_months(days((2026, 1, 2), (2026, 2, 27))), None);
        assert_eq!(whole_months(days((2026, 1, 15), (2026, 1, 20))), None);
    }
}
