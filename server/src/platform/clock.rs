//! The source of the current time, which tests can move. [`Clock::now`] is the time of day, which an operator can set;
//! [`Clock::steady`] never jumps and measures elapsed time.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Instant,
};

use chrono::{DateTime, DurationRound, TimeDelta, Utc};

/// A moment in UTC. [`Clock`] truncates it to microseconds, the precision of both databases. API types are declared with
/// `DateTime<Utc>` instead of this alias, because utoipa recognizes dates by that name.
pub type Timestamp = DateTime<Utc>;

/// A clock. The clones of a test's clock share its time.
#[derive(Clone)]
pub struct Clock(Source);

#[derive(Clone)]
enum Source {
    /// The clocks of the operating system. `started` has both times at the start of the process.
    System { started: (Timestamp, Instant) },
    /// The clock of a test, in microseconds since 1970.
    Manual { now: Arc<AtomicI64>, steady: Arc<AtomicI64> },
}

impl Clock {
    /// Returns the clock of the machine.
    #[must_use]
    pub fn system() -> Self {
        Self(Source::System { started: (time_of_day(), Instant::now()) })
    }

    /// Returns a clock that stays at `start` until [`Clock::advance`] moves it.
    #[must_use]
    pub fn manual(start: Timestamp) -> Self {
        let time = || Arc::new(AtomicI64::new(start.timestamp_micros()));
        Self(Source::Manual { now: time(), steady: time() })
    }

    /// Moves both times of a test's clock. Does nothing on the clock of the machine.
    pub fn advance(&self, by: TimeDelta) {
        self.jump(by);
        if let Source::Manual { steady, .. } = &self.0 {
            steady.fetch_add(by.num_microseconds().unwrap_or(i64::MAX), Ordering::SeqCst);
        }
    }

    /// Moves only the time of day of a test's clock, as if an operator set the machine's clock. Does nothing on the clock of the
    /// machine.
    pub fn jump(&self, by: TimeDelta) {
        if let Source::Manual { now, .. } = &self.0 {
            now.fetch_add(by.num_microseconds().unwrap_or(i64::MAX), Ordering::SeqCst);
        }
    }

    /// Returns the time of day.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            Source::System { .. } => time_of_day(),
            Source::Manual { now, .. } => at_micros(now),
        }
    }

    /// Returns the time of day at the start of the process plus the time elapsed since then. Don't store it: it differs between
    /// processes.
    #[must_use]
    pub fn steady(&self) -> Timestamp {
        match &self.0 {
            Source::System { started: (time, instant) } => {
                *time + TimeDelta::from_std(instant.elapsed()).unwrap_or(TimeDelta::MAX)
            }
            Source::Manual { steady, .. } => at_micros(steady),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the source of the current time")]
fn time_of_day() -> Timestamp {
    let now = Utc::now();
    now.duration_trunc(TimeDelta::microseconds(1)).unwrap_or(now)
}

fn at_micros(time: &AtomicI64) -> Timestamp {
    DateTime::from_timestamp_micros(time.load(Ordering::SeqCst)).unwrap_or_default()
}
