//! The choice of a drawing for posts without a picture.

use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{features::pages::content::blog::CATEGORIES, platform::text::slug};

/// Drawing on the card of a post without a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumIter, DeriveActiveEnum)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Cover {
    Cloud,
    Security,
    Ai,
    Automation,
    Backup,
    Monitoring,
}

impl Cover {
    /// Returns the cover of a category. The six fixed categories have their own covers. For another category, its name
    /// determines the cover.
    #[must_use]
    pub fn of(category: &str) -> Self {
        const ALL: [Cover; 6] =
            [Cover::Cloud, Cover::Security, Cover::Ai, Cover::Automation, Cover::Backup, Cover::Monitoring];
        let known = CATEGORIES.iter().position(|known| slug(known) == slug(category));
        let index = known.unwrap_or_else(|| category.bytes().map(usize::from).sum::<usize>() % ALL.len());
        ALL[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_category_has_a_fixed_cover() {
        assert_eq!(Cover::of("Segurança"), Cover::Security);
        assert_eq!(Cover::of("seguranca"), Cover::Security);
        assert_eq!(
            Cover::of("Outra coisa"),
            Cover::Ai,
            "the sum of the bytes of the name determines the cover"
        );
    }
}
