//! A visitor's choice, and its counts.

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

/// Time after which a consent is deleted from the ledger. Browsers ask again after six months; the proof remains for as long
/// again.
pub const MAX_AGE: TimeDelta = TimeDelta::days(365);
/// Period of the counts, in days.
pub const COUNTED_DAYS: i64 = 30;

/// A visitor's choice.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ConsentInput {
    /// Random id of the choice, which the browser creates. Sending it again has no effect.
    pub id: Uuid,
    /// Version of the notice that the visitor saw.
    pub version: String,
    /// The trackers that the notice named.
    pub trackers: Vec<Tracker>,
    /// The categories that the visitor agreed to; empty if all were refused.
    pub categories: Vec<ConsentCategory>,
}

/// What a visitor agreed to.
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
    /// Keys of the categories, separated by spaces.
    pub categories: String,
    pub created_at: DateTime<Utc>,
}

/// Numbers of choices by what visitors agreed to.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ConsentSummary {
    /// Number of days that are counted, until now.
    pub days: i64,
    /// Choices of all categories.
    pub accepted: u64,
    /// Choices of some categories.
    pub partial: u64,
    /// Refusals, including withdrawals.
    pub refused: u64,
}

impl NewConsent {
    /// Parses the input. Categories that no tracker has are left out.
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
        let trackers = sorted(trackers);
        let offered = offered(&trackers);
        let categories =
            sorted(categories).into_iter().filter(|category| offered.contains(category)).collect();
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
    sorted(trackers.iter().map(|tracker| tracker.category()).collect())
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items.dedup();
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcome_compares_with_the_offered_categories() {
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
