//! The order of services: a category is sorted whole, and everything else stays where it is.

use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::model::ServiceCategory;
use crate::platform::{db::order, error::Result};

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
        let refusal = "A ordem precisa ter todos os serviços da categoria, cada um uma vez.";
        order::check(&self.ids, self.seen.as_deref(), current, refusal)
    }
}
