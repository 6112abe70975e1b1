//! The choices of visitors, and their counts.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    notice::VERSION_LENGTH,
    trackers::{ConsentCategory, Tracker},
};
use crate::platform::{error::Result, parse::Fields};

/// Age at which a choice is deleted from the ledger. Browsers ask again after six months; the proof is stored for six more.
pub const MAX_AGE: TimeDelta = TimeDelta::days(365);
/// Length of the period that is counted, in days.
pub const COUNTED_DAYS: i64 = 30;

/// A visitor's choice.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ConsentInput {
    /// Random id that the browser creates for the choice. Sending the same id again has no effect.
    pub id: Uuid,
    /// Version of the notice that the visitor saw.
    pub version: String,
    /// The one to three trackers that the notice named.
    pub trackers: Vec<Tracker>,
    /// The categories that the visitor agreed to; empty if the visitor refused all. Categories without a named tracker
    /// are ignored.
    pub categories: Vec<ConsentCategory>,
}

/// How many of the offered categories a visitor agreed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum ConsentOutcome {
    /// All categories.
    Accepted,
    /// Some categories.
    Partial,
    /// No category.
    Refused,
}

/// A valid choice.
#[derive(Debug)]
pub struct NewConsent {
    pub id: Uuid,
    pub version: String,
    pub trackers: Vec<Tracker>,
    pub categories: Vec<ConsentCategory>,
}

/// A stored choice.
#[derive(Debug)]
pub struct StoredConsent {
    pub id: Uuid,
    pub version: String,
    /// Keys of the trackers that the notice named, separated by spaces.
    pub trackers: String,
    /// Keys of the categories that the visitor agreed to, separated by spaces.
    pub categories: String,
    pub created_at: DateTime<Utc>,
}

/// Numbers of choices in a period, by outcome.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ConsentSummary {
    /// Length of the period in days. It ends now.
    pub days: i64,
    /// Choices that agreed to all offered categories.
    pub accepted: u64,
    /// Choices that agreed to some of the offered categories.
    pub partial: u64,
    /// Choices that refused all categories, including withdrawals of an earlier consent.
    pub refused: u64,
}

impl NewConsent {
    /// Parses the input. Drops categories that none of the trackers has.
    pub fn parse(input: ConsentInput) -> Result<Self> {
        let ConsentInput { id, version, trackers, categories } = input;
        let mut fields = Fields::default();
        if version.len() != VERSION_LENGTH || !version.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            fields.refuse("version", "Versão desconhecida.");
        }
        if trackers.is_empty() || trackers.len() > Tracker::ALL.len() {
            fields.refuse("trackers", "Informe de um a três serviços.");
        }
        if categories.len() > ConsentCategory::ALL.len() {
            fields.refuse("categories", "Informe até duas categorias.");
        }
        let trackers = sorted_unique(trackers);
        let offered = offered(&trackers);
        let categories =
            sorted_unique(categories).into_iter().filter(|category| offered.contains(category)).collect();
        fields.finish(Self { id, version, trackers, categories })
    }

    #[must_use]
    pub fn outcome(&self) -> ConsentOutcome {
        match self.categories.len() {
            0 => ConsentOutcome::Refused,
            chosen if chosen == offered(&self.trackers).len() => ConsentOutcome::Accepted,
            _ => ConsentOutcome::Partial,
        }
    }
}

/// Returns the categories of trackers, each once.
fn offered(trackers: &[Tracker]) -> Vec<ConsentCategory> {
    sorted_unique(trackers.iter().map(|tracker| tracker.category()).collect())
}

fn sorted_unique<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items.dedup();
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcome_depends_on_the_offered_categories() {
        use ConsentCategory::{Marketing, Statistics};
        use Tracker::{FacebookPixel, GoogleAnalytics, Hotjar};
        let outcome = |trackers: &[Tracker], categories: &[ConsentCategory]| {
            let input = ConsentInput {
                id: Uuid::from_u128(1),
                version: "0123456789abcdef".to_owned(),
                trackers: trackers.to_vec(),
                categories: categories.to_vec(),
            };
            NewConsent::parse(input).expect("valid").outcome()
        };
        let all = [FacebookPixel, Hotjar, GoogleAnalytics];
        assert_eq!(outcome(&all, &[Marketing, Statistics]), ConsentOutcome::Accepted);
        assert_eq!(outcome(&all, &[Statistics, Statistics]), ConsentOutcome::Partial);
        assert_eq!(outcome(&all, &[]), ConsentOutcome::Refused);
        assert_eq!(outcome(&[Hotjar], &[Statistics]), ConsentOutcome::Accepted);
        assert_eq!(outcome(&[Hotjar], &[Marketing]), ConsentOutcome::Refused);
    }
}
