//! Lists that staff reorder. A new order contains the id of every record of the list. Other records of the table keep their
//! ranks.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, QuerySelect, Select, entity::prelude::*, sea_query::Expr};

use super::trash::Record;
use crate::platform::error::{Error, Result};

/// A table whose rows have a position.
pub trait Ordered: Record {
    const POSITION: Self::Column;
}

/// Checks that `ids` contains every record of `current` exactly once.
///
/// # Errors
/// Returns [`Error::PreconditionFailed`] if `seen`, the order that the client read, differs from `current`. Returns an error of
/// the field `ids` with the message `refusal` if `ids` and `current` have different records.
pub fn check(ids: &[Uuid], seen: Option<&[Uuid]>, current: &[Uuid], refusal: &str) -> Result<()> {
    if seen.is_some_and(|seen| seen != current) {
        return Err(Error::PreconditionFailed);
    }
    let sorted = |ids: &[Uuid]| {
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        ids
    };
    if sorted(ids) == sorted(current) { Ok(()) } else { Err(Error::field("ids", refusal)) }
}

/// Returns the position after the last one of a list.
pub async fn next_position<E: Ordered>(connection: &impl ConnectionTrait, list: Select<E>) -> Result<i32> {
    let positions = list.select_only().column(E::POSITION).into_tuple::<i32>().all(connection).await?;
    Ok(positions.into_iter().max().unwrap_or(0).saturating_add(1))
}

/// Sorts the records of `list` that are in `ids` into the order of `ids`, and numbers the positions of all records of `list` from 1.
/// `list` has the current order and includes deleted records. Records that are not in `ids` keep their rank. Versions don't change, so that a
/// concurrent edit of a record remains valid.
pub async fn reorder<E: Ordered>(
    connection: &impl ConnectionTrait,
    list: Select<E>,
    ids: &[Uuid],
) -> Result<()> {
    let rows = list.select_only().columns([E::ID, E::POSITION]).into_tuple::<(Uuid, i32)>();
    let rows = rows.all(connection).await?;
    let all: Vec<Uuid> = rows.iter().map(|(id, _)| *id).collect();
    let before: HashMap<Uuid, i32> = rows.into_iter().collect();
    for (position, id) in (1_i32..).zip(reordered(&all, ids)) {
        if before.get(&id) != Some(&position) {
            let change = E::update_many().col_expr(E::POSITION, Expr::value(position));
            change.filter(E::ID.eq(id)).exec(connection).await?;
        }
    }
    Ok(())
}

/// Returns `all` with the records of `ids` in their new order. They occupy the same ranks as before, and so do all others.
fn reordered(all: &[Uuid], ids: &[Uuid]) -> Vec<Uuid> {
    let mut next = ids.iter();
    let moved = |id: Uuid| if ids.contains(&id) { next.next().copied().unwrap_or(id) } else { id };
    all.iter().copied().map(moved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reordering_keeps_the_positions_of_other_records() {
        let [a, b, c, d] = [1, 2, 3, 4].map(Uuid::from_u128);
        assert_eq!(reordered(&[a, b, c, d], &[d, b]), [a, d, c, b]);
        assert_eq!(reordered(&[a, b, c, d], &[]), [a, b, c, d]);
    }

    #[test]
    fn order_with_other_records_or_from_a_stale_list_is_refused() {
        let [a, b, c] = [1, 2, 3].map(Uuid::from_u128);
        check(&[b, a], None, &[a, b], "x").expect("the same records");
        check(&[b, a], Some(&[a, b]), &[a, b], "x").expect("the same records, from the current order");
        for wrong in [&[a][..], &[a, a], &[a, c], &[a, b, c]] {
            let refused = check(wrong, None, &[a, b], "Falta um.");
            assert!(
                matches!(&refused, Err(Error::Invalid(fields)) if fields["ids"] == "Falta um."),
                "{wrong:?}"
            );
        }
        assert!(matches!(check(&[a, b], Some(&[a, b]), &[b, a], "x"), Err(Error::PreconditionFailed)));
    }
}
