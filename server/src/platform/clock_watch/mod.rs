//! Detects changes of the machine's clock, so that a wrong date deletes nothing. The clock is not trusted for an hour if it jumps
//! while the process runs, or if it is far ahead of the latest trusted time when the process starts. In this hour, an operator or
//! NTP can correct it.

mod store;

use std::sync::{Mutex, PoisonError};

use chrono::TimeDelta;

use super::{
    clock::{Clock, Timestamp},
    db::Database,
    error::Result,
};

/// Maximum change that does not count as a jump. Such a change deletes data at most a day early.
const MAX_STEP: TimeDelta = TimeDelta::days(1);
/// Time for which the clock is not trusted.
const WAIT: TimeDelta = TimeDelta::hours(1);

/// Decides whether the clock is trusted.
pub struct ClockWatch(Mutex<ClockState>);

/// The clock at the start of the process, or at its latest jump.
#[derive(Clone, Copy)]
struct ClockState {
    /// The steady time.
    steady: Timestamp,
    /// The time of day minus the steady time. Only a jump changes it by much.
    offset: TimeDelta,
}

impl ClockState {
    fn of(clock: &Clock) -> Self {
        Self { steady: clock.steady(), offset: clock.now() - clock.steady() }
    }
}

impl ClockWatch {
    #[must_use]
    pub fn new(clock: &Clock) -> Self {
        Self(Mutex::new(ClockState::of(clock)))
    }

    /// Returns whether the clock is trusted, which deletions by date require. If so, stores the current time as the latest
    /// trusted one, for processes that start later. The dates of records can't replace it, because a wrong clock falsifies them,
    /// too.
    pub async fn check(&self, clock: &Clock, db: &Database) -> Result<bool> {
        let is_trusted = self.is_trusted(clock, store::find(db.reader()).await?);
        if is_trusted {
            let tx = db.begin().await?;
            store::set(&*tx, clock.now()).await?;
            tx.commit().await?;
        }
        Ok(is_trusted)
    }

    /// Returns whether the clock is trusted. `trusted` is the latest trusted time of all processes.
    fn is_trusted(&self, clock: &Clock, trusted: Option<Timestamp>) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let current = ClockState::of(clock);
        if (current.offset - last.offset).abs() > MAX_STEP {
            *last = current;
            return false;
        }
        let has_waited = current.steady - last.steady >= WAIT;
        has_waited || trusted.is_none_or(|trusted| clock.now() - trusted <= MAX_STEP)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_far_ahead_at_the_start_is_not_trusted_for_an_hour() {
        let clock = Clock::manual(Timestamp::default() + TimeDelta::days(40));
        let watch = ClockWatch::new(&clock);
        let trusted = Some(Timestamp::default());
        assert!(!watch.is_trusted(&clock, trusted));
        assert!(watch.is_trusted(&clock, Some(clock.now())));
        assert!(watch.is_trusted(&clock, None), "no trusted time is stored");
        clock.advance(WAIT);
        assert!(watch.is_trusted(&clock, trusted));
    }

    #[test]
    fn clock_is_not_trusted_for_an_hour_after_a_jump() {
        let clock = Clock::manual(Timestamp::default());
        let watch = ClockWatch::new(&clock);
        clock.advance(TimeDelta::days(40));
        let trusted = Some(Timestamp::default());
        assert!(watch.is_trusted(&clock, trusted), "forty days without a jump");
        clock.jump(TimeDelta::days(2));
        assert!(!watch.is_trusted(&clock, trusted));
        assert!(!watch.is_trusted(&clock, trusted), "still within the hour");
        clock.advance(WAIT);
        assert!(watch.is_trusted(&clock, trusted));
    }
}
