//! The choice of a drawing for posts without a picture.

use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::platform::text::slug;

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
        match &*slug(category) {
            "cloud-computing" => Self::Cloud,
            "seguranca" => Self::Security,
            "inteligencia-artificial" => Self::Ai,
            "automacao" => Self::Automation,
            "backup" => Self::Backup,
            "monitoramento" => Self::Monitoring,
            _ => ALL[category.bytes().map(usize::from).sum::<usize>() % ALL.len()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::pages::content::blog::CATEGORIES;

    #[test]
    fn fixed_categories_have_their_own_covers() {
        use Cover::{Ai, Automation, Backup, Cloud, Monitoring, Security};
        assert_eq!(CATEGORIES.map(Cover::of), [Cloud, Security, Ai, Automation, Backup, Monitoring]);
        assert_eq!(Cover::of("seguranca"), Cover::Security);
    }

    #[test]
    fn cover_of_another_category_does_not_change() {
        assert_eq!(Cover::of("Outra coisa"), Cover::Ai);
    }
}
