//! Detects that the machine's clock was set, so that nothing is deleted by a wrong date. The clock is not trusted for an hour
//! after a start with a clock far ahead of the latest trusted time, and after a jump while the process runs: an operator or
//! NTP can correct it in this time.

mod store;

use std::sync::{Mutex, PoisonError};

use chrono::TimeDelta;

use super::{
    clock::{Clock, Timestamp},
    db::Database,
    error::Result,
};

/// Minimum step that counts as a jump. A smaller one deletes nothing that would not be deleted a day later.
const JUMP: TimeDelta = TimeDelta::days(1);
/// Time after a jump in which the clock is not trusted.
const WAIT: TimeDelta = TimeDelta::hours(1);

/// Decides whether the clock is trusted.
pub struct ClockWatch(Mutex<Setting>);

/// The latest setting of the clock that this process knows of. Initially that at the start of the process.
#[derive(Clone, Copy)]
struct Setting {
    /// The steady time at which it was noticed.
    at: Timestamp,
    /// The difference between the time of day and the steady time.
    ahead: TimeDelta,
}

impl Setting {
    fn of(clock: &Clock) -> Self {
        Self { at: clock.steady(), ahead: clock.now() - clock.steady() }
    }
}

impl ClockWatch {
    #[must_use]
    pub fn new(clock: &Clock) -> Self {
        Self(Mutex::new(Setting::of(clock)))
    }

    /// Returns whether the clock is trusted, so that data may be deleted by its date. Stores a trusted time for processes
    /// that start later: the dates of records are not reliable, because a wrong clock makes them wrong, too.
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
        let current = Setting::of(clock);
        if (current.ahead - last.ahead).abs() > JUMP {
            *last = current;
            return false;
        }
        let has_waited = current.at - last.at >= WAIT;
        has_waited || trusted.is_none_or(|trusted| clock.now() - trusted <= JUMP)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_far_ahead_at_the_start_is_not_trusted_for_an_hour() {
        let clock = Clock::held_at(Timestamp::default() + TimeDelta::days(40));
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
        let clock = Clock::held_at(Timestamp::default());
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
