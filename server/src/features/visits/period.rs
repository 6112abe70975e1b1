//! The period of a report about visits.

use chrono::{NaiveDate, TimeDelta};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::platform::{
    clock::Timestamp,
    error::{Error, Result},
    parse::time,
    text::date,
};

/// Maximum number of days of a period: two years.
const MAX_DAYS: i64 = 731;
const DEFAULT_DAYS: i64 = 30;

/// The period of a report about visits: at most 731 days, in the time zone of São Paulo.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct VisitPeriod {
    /// First day. Default: 29 days before the last day. The period may have up to 731 days.
    #[serde(default, deserialize_with = "time")]
    from: Option<NaiveDate>,
    /// Last day. Default: today.
    #[serde(default, deserialize_with = "time")]
    to: Option<NaiveDate>,
}

/// Consecutive days, including the first and the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Days {
    pub first: NaiveDate,
    pub last: NaiveDate,
}

impl VisitPeriod {
    /// Returns the days of the period. Fails if it ends before it begins or is too long.
    pub fn days(self, now: Timestamp) -> Result<Days> {
        let last = self.to.unwrap_or_else(|| date::day_of(now));
        let first = self.from.unwrap_or(last - TimeDelta::days(DEFAULT_DAYS - 1));
        let days = Days { first, last };
        match days.count() {
            ..=0 => Err(Error::BadRequest("O período termina antes de começar.")),
            1..=MAX_DAYS => Ok(days),
            _ => Err(Error::BadRequest("O período é de até dois anos.")),
        }
    }
}

impl Days {
    #[must_use]
    pub fn count(&self) -> i64 {
        (self.last - self.first).num_days() + 1
    }

    /// Returns the period of the same length directly before this one.
    #[must_use]
    pub fn previous(&self) -> Self {
        let length = TimeDelta::days(self.count());
        Self { first: self.first - length, last: self.last - length }
    }

    /// Returns the days up to `last`. Without any, `count` is 0.
    #[must_use]
    pub fn until(&self, last: NaiveDate) -> Self {
        Self { first: self.first, last: self.last.min(last).max(self.first - TimeDelta::days(1)) }
    }

    #[must_use]
    pub fn contains(&self, day: NaiveDate) -> bool {
        self.first <= day && day <= self.last
    }

    /// Returns each day, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = NaiveDate> {
        let last = self.last;
        self.first.iter_days().take_while(move |day| *day <= last)
    }
}
