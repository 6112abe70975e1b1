//! When an answer is due that was promised within 24 hours, and how much working time is left until then.
//!
//! The 24 hours run on working days, midnight to midnight, and stand still on all others: what comes in on a Friday at
//! 17:00 is due on Monday at 17:00 where nobody works at weekends. A working day is one with business hours that is no
//! national holiday. What is left is told in business hours, because nobody can use the others.

pub mod holidays;
pub mod hours;
pub mod wording;

use std::iter;

use chrono::{Datelike, NaiveDate, NaiveDateTime, TimeDelta};
use chrono_tz::America::Sao_Paulo;

use self::hours::{BusinessHours, DAY_MINUTES, Span};
use super::model::Contact;
pub use crate::foundation::settings::model::PROMISED_HOURS;
use crate::platform::{clock::Timestamp, date};

/// Longer than any run of days without work. Weeks without a working day there are none: see [`BusinessHours::parse`].
const HORIZON_DAYS: usize = 400;

/// The company's working time.
#[derive(Clone, Debug)]
pub struct Calendar {
    hours: BusinessHours,
}

impl Calendar {
    #[must_use]
    pub fn new(business_hours: &str) -> Self {
        Self { hours: BusinessHours::parse(business_hours) }
    }

    #[must_use]
    pub fn hours(&self) -> &BusinessHours {
        &self.hours
    }

    /// Until when an answer to what came in at that moment is promised.
    #[must_use]
    pub fn due(&self, received: Timestamp) -> Timestamp {
        let mut left = TimeDelta::hours(PROMISED_HOURS.into());
        for day in days_from(date::day_of(received)) {
            let (Some(start), Some(end)) = (date::start_of(day), day.succ_opt().and_then(date::start_of))
            else {
                break;
            };
            if self.spans(day).is_empty() {
                continue;
            }
            let from = received.max(start);
            if left <= end - from {
                return from + left;
            }
            left -= end - from;
        }
        received + left
    }

    /// When an answer to the contact is due. Contacts from before due dates were stored have none: theirs is computed.
    #[must_use]
    pub fn due_of(&self, contact: &Contact) -> Timestamp {
        contact.due_at.unwrap_or_else(|| self.promised(contact.created_at))
    }

    /// How much of the time from one moment to another is within business hours.
    #[must_use]
    pub fn open_between(&self, from: Timestamp, to: Timestamp) -> TimeDelta {
        let mut open = TimeDelta::zero();
        let last = date::day_of(to);
        for day in days_from(date::day_of(from)).take_while(|day| *day <= last) {
            for span in self.spans(day) {
                let (Some(opens), Some(closes)) = (moment(day, span.opens), moment(day, span.closes)) else {
                    continue;
                };
                let overlap = to.min(closes) - from.max(opens);
                open += overlap.max(TimeDelta::zero());
            }
        }
        open
    }

    /// When the company works on that day: never on a national holiday.
    fn spans(&self, day: NaiveDate) -> &[Span] {
        if holidays::is_holiday(day) { &[] } else { self.hours.on(day.weekday()) }
    }
}

fn days_from(first: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    iter::successors(Some(first), NaiveDate::succ_opt).take(HORIZON_DAYS)
}

/// A time of day in São Paulo. Where clocks skip it, when they go on.
fn moment(day: NaiveDate, minute: u16) -> Option<Timestamp> {
    if minute == DAY_MINUTES {
        return date::start_of(day.succ_opt()?);
    }
    let time = NaiveDateTime::from(day) + TimeDelta::minutes(minute.into());
    let found = time.and_local_timezone(Sao_Paulo).earliest();
    found.map(|found| found.to_utc()).or_else(|| date::start_of(day))
}

#[cfg(test)]
mod tests;
