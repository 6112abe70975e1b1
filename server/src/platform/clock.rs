//! The one source of the current time, so that tests can move it. [`Clock::now`] is the time of day, which somebody may
//! set; [`Clock::steady`] never jumps and is for measuring how much time has passed.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Instant,
};

use chrono::{DateTime, DurationRound, TimeDelta, Utc};

/// A moment in UTC, cut to microseconds: what both databases can hold exactly. Fields of API types are `DateTime<Utc>`,
/// the same type, because utoipa recognizes a date by that name.
pub type Timestamp = DateTime<Utc>;

#[derive(Clone)]
pub struct Clock(Source);

#[derive(Clone)]
enum Source {
    /// The system's clocks, and what both said when the process started.
    System { started: (Timestamp, Instant) },
    /// A test's, in microseconds since 1970.
    Held { now: Arc<AtomicI64>, steady: Arc<AtomicI64> },
}

impl Clock {
    #[must_use]
    pub fn system() -> Self {
        Self(Source::System { started: (time_of_day(), Instant::now()) })
    }

    /// A clock that stands still at `start` until [`Clock::advance`] moves it.
    #[must_use]
    pub fn held_at(start: Timestamp) -> Self {
        let held = || Arc::new(AtomicI64::new(start.timestamp_micros()));
        Self(Source::Held { now: held(), steady: held() })
    }

    /// Lets time pass for a held clock.
    pub fn advance(&self, by: TimeDelta) {
        self.jump(by);
        if let Source::Held { steady, .. } = &self.0 {
            steady.fetch_add(by.num_microseconds().unwrap_or(i64::MAX), Ordering::SeqCst);
        }
    }

    /// Sets a held clock to another time of day.
    pub fn jump(&self, by: TimeDelta) {
        if let Source::Held { now, .. } = &self.0 {
            now.fetch_add(by.num_microseconds().unwrap_or(i64::MAX), Ordering::SeqCst);
        }
    }

    /// Returns the time of day.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            Source::System { .. } => time_of_day(),
            Source::Held { now, .. } => at_micros(now),
        }
    }

    /// Returns the time of day at the start of the process plus the time since. Not to be stored: other processes and
    /// later starts have another one.
    #[must_use]
    pub fn steady(&self) -> Timestamp {
        match &self.0 {
            Source::System { started: (time, instant) } => {
                *time + TimeDelta::from_std(instant.elapsed()).unwrap_or(TimeDelta::MAX)
            }
            Source::Held { steady, .. } => at_micros(steady),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the clock everything else asks")]
fn time_of_day() -> Timestamp {
    let now = Utc::now();
    now.duration_trunc(TimeDelta::microseconds(1)).unwrap_or(now)
}

fn at_micros(held: &AtomicI64) -> Timestamp {
    DateTime::from_timestamp_micros(held.load(Ordering::SeqCst)).unwrap_or_default()
}
