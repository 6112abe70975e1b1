//! The deadline of a promised reply, and the business hours left until then. A reply is promised within the hours of the
//! settings, in general or for the service of the contact.
//!
//! The hours count only on working days, from midnight to midnight. If the weekend is off and 24 hours are promised, the deadline
//! of a contact received on Friday at 17:00 is Monday at 17:00. A working day is a day with business hours that is neither a
//! national holiday nor a closed day of the settings. The time left is counted in business hours, because staff reply only then.

pub mod admin;
pub mod holidays;
pub mod hours;
pub mod refresh;
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
use crate::{
    foundation::settings::{
        self, closed_days::ClosedDays, model::ContactInfo, promised_hours::PromisedHours,
    },
    platform::{clock::Timestamp, db::Transaction, error::Result, text::date},
};

/// Maximum number of days that a calculation looks ahead. It suffices, because each week has a day with business hours (see
/// [`BusinessHours::parse`]) and the settings limit the number of closed days.
const HORIZON_DAYS: usize = 3000;

/// Name of the lock that new contacts share until they are stored, and for which changes of the deadlines wait.
pub const DEADLINES_LOCK: &str = "contact_deadlines";

/// The promise of a reply to a waiting contact.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Promise {
    /// Deadline: the promised hours after the contact was received. Days without business hours, national holidays and closed days
    /// don't count. Settings that were changed since then have only moved it to a later time.
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

/// The company's working days and business hours, and the hours within which it promises a reply.
#[derive(Clone, Debug)]
pub struct Calendar {
    hours: BusinessHours,
    closed: ClosedDays,
    promised: PromisedHours,
}

impl Calendar {
    #[must_use]
    pub fn new(contact: &ContactInfo) -> Self {
        Self {
            hours: BusinessHours::parse(&contact.business_hours),
            closed: ClosedDays::read(&contact.closed_days),
            promised: PromisedHours::of(contact),
        }
    }

    /// Reads the calendar from the settings.
    pub async fn read(connection: &impl ConnectionTrait) -> Result<Self> {
        Ok(Self::new(&settings::store::contact(connection).await?))
    }

    /// Reads the calendar for a deadline that the transaction stores. A change of the settings waits for the transaction, and then
    /// also moves that deadline.
    pub async fn read_for_deadline(tx: &Transaction) -> Result<Self> {
        tx.lock_shared(DEADLINES_LOCK).await?;
        Self::read(&**tx).await
    }

    #[cfg(test)]
    fn with_hours(business_hours: &str) -> Self {
        Self::new(&ContactInfo { business_hours: business_hours.to_owned(), ..ContactInfo::default() })
    }

    #[must_use]
    pub fn hours(&self) -> &BusinessHours {
        &self.hours
    }

    #[must_use]
    pub fn promised(&self) -> &PromisedHours {
        &self.promised
    }

    /// Returns the time at which `hours` of working days have passed since `received`.
    fn exact_deadline(&self, received: Timestamp, hours: u16) -> Timestamp {
        let mut left = TimeDelta::hours(hours.into());
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

    /// Returns the deadline that is promised to the sender and stored with the contact: the time at which `hours` of working days
    /// have passed since `received`. If that is a midnight, it is the end of the business hours before, because 'until Tuesday,
    /// 0:00' is confusing.
    #[must_use]
    pub fn deadline(&self, received: Timestamp, hours: u16) -> Timestamp {
        self.before_midnight(self.exact_deadline(received, hours))
    }

    /// Returns the deadline of a contact that asks for `service` and is received at `received`.
    #[must_use]
    pub fn deadline_for(&self, service: &str, received: Timestamp) -> Timestamp {
        self.deadline(received, self.promised.of_service(service))
    }

    /// Returns the stored deadline of a contact, or calculates it if an earlier release stored none.
    #[must_use]
    pub fn deadline_of(&self, contact: &Contact) -> Timestamp {
        contact.due_at.unwrap_or_else(|| self.deadline_for(&contact.fields.service(), contact.asked_at))
    }

    /// Returns the promised hours from which the deadline of a contact results. `None` if it results from earlier settings.
    #[must_use]
    pub fn hours_of(&self, contact: &Contact) -> Option<u16> {
        let hours = self.promised.of_service(&contact.fields.service());
        (self.deadline_of(contact) == self.deadline(contact.asked_at, hours)).then_some(hours)
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

    /// Returns the moment at which `open` business hours have passed since `from`. `None` if that is beyond the horizon.
    #[must_use]
    pub fn after_open(&self, from: Timestamp, open: TimeDelta) -> Option<Timestamp> {
        let mut left = open;
        for day in days_from(date::day_of(from)) {
            for span in self.spans(day) {
                let (Some(opens), Some(closes)) = (moment(day, span.opens), moment(day, span.closes)) else {
                    continue;
                };
                let start = from.max(opens);
                let length = (closes - start).max(TimeDelta::zero());
                if left <= length {
                    return Some(start + left);
                }
                left -= length;
            }
        }
        None
    }

    /// Returns the business hours of a day. A holiday or closed day has none.
    fn spans(&self, day: NaiveDate) -> &[Span] {
        if self.closed_name(day).is_some() { &[] } else { self.hours.on(day.weekday()) }
    }

    /// Returns the name of a closed day of the settings or of a national holiday.
    fn closed_name(&self, day: NaiveDate) -> Option<&str> {
        self.closed.name_of(day).or_else(|| holidays::name_of(day))
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
