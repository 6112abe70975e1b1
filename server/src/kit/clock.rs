//! The one source of the current time, so that tests can move it.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use chrono::{DateTime, DurationRound, TimeDelta, Utc};

/// A moment in UTC, cut to microseconds: what both databases can hold exactly.
pub type Timestamp = DateTime<Utc>;

#[derive(Clone, Default)]
pub struct Clock {
    /// Microseconds since 1970 when the clock is held by a test, 0 when it runs.
    held: Option<Arc<AtomicI64>>,
}

impl Clock {
    #[must_use]
    pub fn system() -> Self {
        Self::default()
    }

    /// A clock that stands still at `start` until [`Clock::advance`] moves it.
    #[must_use]
    pub fn held_at(start: Timestamp) -> Self {
        Self { held: Some(Arc::new(AtomicI64::new(start.timestamp_micros()))) }
    }

    pub fn advance(&self, by: TimeDelta) {
        if let Some(held) = &self.held {
            held.fetch_add(by.num_microseconds().unwrap_or(i64::MAX), Ordering::SeqCst);
        }
    }

    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the clock everything else asks")]
    pub fn now(&self) -> Timestamp {
        match &self.held {
            Some(held) => DateTime::from_timestamp_micros(held.load(Ordering::SeqCst)).unwrap_or_default(),
            None => {
                let now = Utc::now();
                now.duration_trunc(TimeDelta::microseconds(1)).unwrap_or(now)
            }
        }
    }
}
