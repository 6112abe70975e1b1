//! Pages of a list that is sorted by a time and an id.

use sea_orm::{Condition, Order, QueryOrder, QuerySelect, Select, entity::prelude::*};

use crate::platform::paging::Cursor;

/// Sorts a query by the columns of a time and of the id, and limits it to the page after a cursor.
#[must_use]
pub fn page<E: EntityTrait>(
    query: Select<E>,
    (time, id): (E::Column, E::Column),
    order: Order,
    after: Option<Cursor>,
    limit: u64,
) -> Select<E> {
    let query = match after {
        Some(cursor) => beyond(query, (time, id), &order, cursor),
        None => query,
    };
    query.order_by(time, order.clone()).order_by(id, order).limit(limit)
}

fn beyond<E: EntityTrait>(
    query: Select<E>,
    (time, id): (E::Column, E::Column),
    order: &Order,
    Cursor { created_at: moment, id: last }: Cursor,
) -> Select<E> {
    let (start, beyond, next) = match order {
        Order::Asc => (time.gte(moment), time.gt(moment), id.gt(last)),
        _ => (time.lte(moment), time.lt(moment), id.lt(last)),
    };
    let same_moment = Condition::all().add(time.eq(moment)).add(next);
    // `start` is redundant. It lets the index start at the cursor.
    query.filter(start).filter(Condition::any().add(beyond).add(same_moment))
}
