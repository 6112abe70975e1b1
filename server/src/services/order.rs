//! The order of services: a category is sorted whole, and everything else stays where it is.

use sea_orm::entity::prelude::Uuid;
use serde::Deserialize;
use utoipa::ToSchema;

use super::model::ServiceCategory;
use crate::kit::error::{Error, Result};

/// The order that staff give to the services of a category.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ServiceOrder {
    pub category: ServiceCategory,
    /// All services of the category, the first one first.
    pub ids: Vec<Uuid>,
    /// The order it was made from: it is refused if the category has another one by now.
    pub seen: Option<Vec<Uuid>>,
}

impl ServiceOrder {
    /// Whether the category can go from its `current` order to this one.
    pub fn check(&self, current: &[Uuid]) -> Result<()> {
        if self.seen.as_ref().is_some_and(|seen| seen != current) {
            return Err(Error::PreconditionFailed);
        }
        let sorted = |ids: &[Uuid]| {
            let mut ids = ids.to_vec();
            ids.sort_unstable();
            ids
        };
        if sorted(&self.ids) == sorted(current) {
            return Ok(());
        }
        Err(Error::field("ids", "A ordem precisa ter todos os serviços da categoria, cada um uma vez."))
    }
}

/// All services in the order in which `ids` come in the places that they have together. The others stay put.
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
    fn an_order_names_every_service_once_and_the_order_it_comes_from() {
        let [a, b, c] = [1, 2, 3].map(Uuid::from_u128);
        let order = |ids: &[Uuid], seen: Option<&[Uuid]>| ServiceOrder {
            category: ServiceCategory::Web,
            ids: ids.to_vec(),
            seen: seen.map(<[Uuid]>::to_vec),
        };
        order(&[b, a], None).check(&[a, b]).expect("the same services");
        order(&[b, a], Some(&[a, b])).check(&[a, b]).expect("the same services, seen");
        for wrong in [&[a][..], &[a, a], &[a, c], &[a, b, c]] {
            assert!(matches!(order(wrong, None).check(&[a, b]), Err(Error::Invalid(_))), "{wrong:?}");
        }
        let stale = order(&[a, b], Some(&[a, b])).check(&[b, a]);
        assert!(matches!(stale, Err(Error::PreconditionFailed)));
    }
}
