//! The SQL on the texts in `visit_events`, `visit_figures` and `visit_month_figures` that can name a person: pages, referrers and
//! campaigns.

use std::{collections::BTreeSet, ops::Range};

use sea_orm::{
    ConnectionTrait, Iterable, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, IntoColumnRef, OnConflict, Query},
};

use super::{
    Dimension, Figure, REST,
    aggregates::{figures, month_figures, sum_of},
    rows,
};
use crate::platform::{clock::Timestamp, db::MAX_VALUES, error::Result};

/// Name of the lock under which texts are erased, and their figures are stored.
pub const LOCK: &str = "visit texts";

/// A kind of text in events and figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sea_orm::EnumIter)]
pub enum Text {
    Page,
    /// The host name of a site.
    Referrer,
    /// A campaign, as [`Campaign::key`] returns it.
    ///
    /// [`Campaign::key`]: crate::features::visits::beacon::Campaign::key
    Campaign,
}

impl Text {
    /// Returns the dimensions whose values are texts of this kind.
    fn dimensions(self) -> &'static [Dimension] {
        match self {
            Self::Page => &[Dimension::Page, Dimension::Missing, Dimension::Whatsapp, Dimension::Phone],
            Self::Referrer => &[Dimension::Referrer],
            Self::Campaign => &[Dimension::Campaign],
        }
    }

    fn column(self) -> rows::Column {
        match self {
            Self::Page => rows::Column::Page,
            Self::Referrer => rows::Column::Referrer,
            Self::Campaign => rows::Column::Campaign,
        }
    }
}

/// Returns whether the events in a span of time have all texts of figures, so that none was erased since they were counted.
pub async fn are_stored(
    connection: &impl ConnectionTrait,
    span: &Range<Timestamp>,
    figures: &[Figure],
) -> Result<bool> {
    for text in Text::iter() {
        let events = rows::Entity::find()
            .filter(rows::Column::At.gte(span.start.timestamp()))
            .filter(rows::Column::At.lt(span.end.timestamp()))
            .filter(text.column().is_not_null());
        let stored = events.select_only().column(text.column()).distinct();
        let stored: BTreeSet<String> =
            stored.into_tuple::<String>().all(connection).await?.into_iter().collect();
        let mut counted = figures.iter().filter(|figure| text.dimensions().contains(&figure.dimension));
        if counted.any(|figure| figure.value != REST && !stored.contains(&figure.value)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Lists all texts of a kind in stored events and figures.
pub async fn list(connection: &impl ConnectionTrait, text: Text) -> Result<BTreeSet<String>> {
    let dimensions = || text.dimensions().iter().copied();
    let events = rows::Entity::find().filter(text.column().is_not_null());
    let events = events.select_only().column(text.column()).distinct();
    let days = figures::Entity::find().filter(figures::Column::Dimension.is_in(dimensions()));
    let days = days.select_only().column(figures::Column::Value).distinct();
    let months = month_figures::Entity::find().filter(month_figures::Column::Dimension.is_in(dimensions()));
    let months = months.select_only().column(month_figures::Column::Value).distinct();
    let mut found = BTreeSet::new();
    found.extend(events.into_tuple::<String>().all(connection).await?);
    found.extend(days.into_tuple::<String>().all(connection).await?);
    found.extend(months.into_tuple::<String>().all(connection).await?);
    found.remove(REST);
    Ok(found)
}

/// Removes texts of a kind. Their events and figures then count as [`REST`].
pub async fn erase(connection: &impl ConnectionTrait, text: Text, values: &[String]) -> Result<()> {
    use figures::Column as Day;
    use month_figures::Column as Month;
    for values in values.chunks(MAX_VALUES) {
        rows::Entity::update_many()
            .col_expr(text.column(), Expr::value(REST))
            .filter(text.column().is_in(values))
            .exec(connection)
            .await?;
        for &dimension in text.dimensions() {
            let days = [Day::Dimension, Day::Day, Day::Value, Day::Views, Day::Visitors];
            move_to_rest::<figures::Entity>(connection, days, dimension, values).await?;
            let months = [Month::Dimension, Month::Month, Month::Value, Month::Views, Month::Visitors];
            move_to_rest::<month_figures::Entity>(connection, months, dimension, values).await?;
        }
    }
    Ok(())
}

/// Adds the figures of values to those of [`REST`], and deletes them. The columns are those of the dimension, the period, the value,
/// the views and the visitors.
async fn move_to_rest<E: EntityTrait>(
    connection: &impl ConnectionTrait,
    columns: [E::Column; 5],
    dimension: Dimension,
    values: &[String],
) -> Result<()> {
    let [dimension_of, period, value, views, visitors] = columns;
    let is_erased = dimension_of.eq(dimension).and(value.is_in(values));
    let sums = Query::select()
        .expr(Expr::val(dimension))
        .column(period)
        .expr(Expr::val(REST))
        .exprs([sum_of(views), sum_of(visitors)])
        .from(E::default())
        .and_where(is_erased.clone())
        .group_by_col(period)
        .to_owned();
    let added = |column: E::Column| {
        let stored = Expr::col((E::default(), column).into_column_ref());
        (column, stored.add(Expr::col(("excluded", column).into_column_ref())))
    };
    let insert = Query::insert()
        .into_table(E::default())
        .columns(columns)
        .select_from(sums)
        .map_err(anyhow::Error::new)?
        .on_conflict(
            OnConflict::columns([dimension_of, period, value])
                .values([added(views), added(visitors)])
                .to_owned(),
        )
        .to_owned();
    connection.execute(&insert).await?;
    E::delete_many().filter(is_erased).exec(connection).await?;
    Ok(())
}
