//! Pages of a list that is sorted by a time and an id.

use sea_orm::{Condition, Order, QueryOrder, Select, entity::prelude::*};

use crate::platform::paging::TimeCursor;

/// Sorts a query by the columns `time` and `id`, and selects the rows after a cursor.
#[must_use]
pub fn sorted_after<E: EntityTrait>(
    query: Select<E>,
    (time, id): (E::Column, E::Column),
    order: Order,
    after: Option<TimeCursor>,
) -> Select<E> {
    let query = match after {
        Some(cursor) => query.filter(is_after((time, id), &order, cursor)),
        None => query,
    };
    query.order_by(time, order.clone()).order_by(id, order)
}

fn is_after<C: ColumnTrait>((time, id): (C, C), order: &Order, cursor: TimeCursor) -> Condition {
    let (not_before, after, next) = match order {
        Order::Asc => (time.gte(cursor.time), time.gt(cursor.time), id.gt(cursor.id)),
        _ => (time.lte(cursor.time), time.lt(cursor.time), id.lt(cursor.id)),
    };
    let same_time = Condition::all().add(time.eq(cursor.time)).add(next);
    // `not_before` is redundant. It lets the database start at the cursor in the index.
    Condition::all().add(not_before).add(Condition::any().add(after).add(same_time))
}
