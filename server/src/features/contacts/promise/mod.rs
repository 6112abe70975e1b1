//! The deadline of a promised reply, and the business hours left until then. A reply is promised within 24 hours.
//!
//! The 24 hours count only on working days, from midnight to midnight. If the weekend is off, the deadline of a contact
//! received on Friday at 17:00 is Monday at 17:00. A working day is a day with business hours that isn't a national
//! holiday. The time left is counted in business hours, because staff reply only then.

pub mod admin;
pub mod holidays;
pub mod hours;
pub mod store;
pub mod wording;

use std::iter;

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, TimeDelta, Utc};
use chrono_tz::America::Sao_Paulo;
use sea_orm::ConnectionTrait;
use serde::Serialize;
use utoipa::ToSchema;

use self::{
    hours::{BusinessHours, DAY_MINUTES, Span},
    wording::LocalTime,
};
use super::model::Contact;
pub use crate::foundation::settings::model::PROMISED_HOURS;
use crate::{
    foundation::settings,
    platform::{clock::Timestamp, error::Result, text::date},
};

/// Maximum number of days that a calculation looks ahead. It always suffices, because each week has a day with business
/// hours (see [`BusinessHours::parse`]).
const HORIZON_DAYS: usize = 400;

/// The promise of a reply to a waiting contact.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Promise {
    /// Deadline: 24 hours after the contact was received. Days without business hours and national holidays don't count.
    pub due_at: DateTime<Utc>,
    /// The deadline in Portuguese, relative to now: 'hoje, 18h', 'terça, 9h30', '24/11, 18h'.
    pub due_text: String,
    pub is_late: bool,
    /// Business hours until the deadline, in minutes; 0 if it has passed.
    pub minutes_left: u32,
}

impl Promise {
    /// Returns the promise of a contact. `None` if the contact doesn't wait for a reply, or isn't in the inbox.
    #[must_use]
    pub fn of(contact: &Contact, calendar: &Calendar, now: Timestamp) -> Option<Self> {
        let is_in_inbox = contact.deleted_at.is_none() && !contact.quarantined;
        let due_at = contact.waits_until.filter(|_| is_in_inbox)?;
        let left = calendar.open_between(now, due_at).num_minutes();
        let due_text = LocalTime::at(due_at).relative(now);
        Some(Self { due_at, due_text, is_late: due_at < now, minutes_left: u32::try_from(left).unwrap_or(0) })
    }
}

/// The company's working days and business hours.
#[derive(Clone, Debug)]
pub struct Calendar {
    hours: BusinessHours,
}

impl Calendar {
    #[must_use]
    pub fn new(business_hours: &str) -> Self {
        Self { hours: BusinessHours::parse(business_hours) }
    }

    /// Reads the business hours from the settings.
    pub async fn read(connection: &impl ConnectionTrait) -> Result<Self> {
        Ok(Self::new(&settings::store::contact(connection).await?.business_hours))
    }

    #[must_use]
    pub fn hours(&self) -> &BusinessHours {
        &self.hours
    }

    /// Returns the time at which 24 hours of working days have passed since `received`.
    #[must_use]
    pub fn exact_deadline(&self, received: Timestamp) -> Timestamp {
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

    /// Returns the deadline that is promised to the sender and stored with the contact. It is
    /// [`Calendar::exact_deadline`]. If that is a midnight, it is the end of the business hours before, because 'until
    /// Tuesday, 0:00' is confusing.
    #[must_use]
    pub fn deadline(&self, received: Timestamp) -> Timestamp {
        self.before_midnight(self.exact_deadline(received))
    }

    /// Returns the stored deadline of a contact, or calculates it if an earlier release stored none.
    #[must_use]
    pub fn deadline_of(&self, contact: &Contact) -> Timestamp {
        contact.due_at.unwrap_or_else(|| self.deadline(contact.created_at))
    }

    /// Replaces a midnight with the end of the business hours on the day before. Returns other times unchanged.
    #[must_use]
    pub fn before_midnight(&self, deadline: Timestamp) -> Timestamp {
        let day = date::day_of(deadline);
        let day_before = day.pred_opt().filter(|_| date::start_of(day) == Some(deadline));
        let end = day_before.and_then(|day| {
            let closes = self.spans(day).last().map_or(DAY_MINUTES, |span| span.closes);
            moment(day, closes.min(DAY_MINUTES - 1))
        });
        end.unwrap_or(deadline)
    }

    /// Returns the business hours between two moments. Zero if `to` is before `from`.
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

    /// Returns the business hours of a day. A national holiday has none.
    fn spans(&self, day: NaiveDate) -> &[Span] {
        if holidays::is_holiday(day) { &[] } else { self.hours.on(day.weekday()) }
    }
}

/// Returns the days from `first` on, up to [`HORIZON_DAYS`].
fn days_from(first: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    iter::successors(Some(first), NaiveDate::succ_opt).take(HORIZON_DAYS)
}

/// Returns the moment of a time of day in São Paulo. `minute` counts from midnight. A time that daylight saving time
/// skips becomes the start of the day.
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
