//! Putting records into another order: a list is sorted whole, and everything else stays where it is.

use uuid::Uuid;

use super::error::{Error, Result};

/// Whether a list can go from its `current` order to that of `ids`. It is refused if it was made from another order than
/// the one there is, and with `refusal` if it doesn't have every record once.
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

/// All records in the order in which `ids` come in the places that they have together. The others stay put.
#[must_use]
pub fn reordered(all: &[Uuid], ids: &[Uuid]) -> Vec<Uuid> {
    let mut next = ids.iter();
    let place = |id: Uuid| if ids.contains(&id) { next.next().copied().unwrap_or(id) } else { id };
    all.iter().copied().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_order_leaves_the_others_where_they_are() {
        let [a, b, c, d] = [1, 2, 3, 4].map(Uuid::from_u128);
        assert_eq!(reordered(&[a, b, c, d], &[d, b]), [a, d, c, b]);
        assert_eq!(reordered(&[a, b, c, d], &[]), [a, b, c, d]);
    }

    #[test]
    fn an_order_names_every_record_once_and_the_order_it_comes_from() {
        let [a, b, c] = [1, 2, 3].map(Uuid::from_u128);
        check(&[b, a], None, &[a, b], "x").expect("the same records");
        check(&[b, a], Some(&[a, b]), &[a, b], "x").expect("the same records, seen");
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
