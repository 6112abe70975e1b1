//! The share of promised replies that were sent in time, which the site may show. It is counted once a day and stored, because
//! texts of every page can name it.

pub mod store;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::model::{ContactInfo, ON};

/// Length in days of the period before the count in which the deadlines were.
pub const PERIOD_DAYS: i64 = 90;
/// Minimum number of promises for a share. A share of fewer says little.
pub const MIN_DUE: u64 = 20;
/// Minimum share in percent that applies if the settings have none.
const DEFAULT_MIN_PERCENT: u64 = 90;

/// Counted promises with a deadline in the last 90 days.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct MetPromises {
    /// Number of promises.
    pub due: u64,
    /// Number of promises with a reply before the deadline.
    pub met: u64,
    /// Time of the count; null if there was none yet.
    #[schema(required)]
    pub counted_at: Option<DateTime<Utc>>,
    /// Hash of the settings that the deadlines had followed ([`ContactInfo::deadline_hash`]); `None` if it isn't known.
    #[serde(skip)]
    pub settings_hash: Option<String>,
}

impl MetPromises {
    /// Returns the share in percent. Rounded down, so that 100 means all of them. `None` if no promise was due.
    #[must_use]
    pub fn percent(&self) -> Option<u64> {
        (self.met * 100).checked_div(self.due)
    }

    /// Returns the share in percent, if the settings allow the site to show it.
    #[must_use]
    pub fn shown_percent(&self, contact: &ContactInfo) -> Option<u64> {
        let min_percent = contact.met_promises_minimum.parse().unwrap_or(DEFAULT_MIN_PERCENT);
        let is_on = contact.met_promises == ON && self.due >= MIN_DUE;
        self.percent().filter(|percent| is_on && *percent >= min_percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn share_is_shown_only_if_it_is_on_and_large_enough() {
        let contact = |met_promises: &str, minimum: &str| ContactInfo {
            met_promises: met_promises.to_owned(),
            met_promises_minimum: minimum.to_owned(),
            ..ContactInfo::default()
        };
        for (due, met, expected) in [
            (20, 20, Some(100)),
            (20, 18, Some(90)),
            (1000, 999, Some(99)),
            (20, 17, None),
            (1000, 899, None),
            (19, 19, None),
            (0, 0, None),
        ] {
            let found = MetPromises { due, met, ..MetPromises::default() };
            assert_eq!(found.shown_percent(&contact("on", "90")), expected, "{met} of {due}");
            assert_eq!(found.shown_percent(&contact("off", "90")), None);
        }
        let found = MetPromises { due: 20, met: 17, ..MetPromises::default() };
        assert_eq!(found.shown_percent(&contact("on", "80")), Some(85));
    }
}
