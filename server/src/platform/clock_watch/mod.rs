//! Notices that the machine's clock was set, so that nothing is deleted by a wrong date: after a start with a clock far
//! ahead of the time that was trusted last, and after a jump while the process runs, dates count again after an hour. Until
//! then somebody, or NTP, may have corrected the clock.

mod store;

use std::sync::{Mutex, PoisonError};

use chrono::TimeDelta;

use super::{
    clock::{Clock, Timestamp},
    db::Database,
    error::Result,
};

/// A smaller step deletes nothing that isn't due a day later.
const JUMP: TimeDelta = TimeDelta::days(1);
const WAIT: TimeDelta = TimeDelta::hours(1);

pub struct ClockWatch(Mutex<Setting>);

/// The last time that the clock was set, as far as this process knows: at first, its start.
#[derive(Clone, Copy)]
struct Setting {
    /// As steady time.
    at: Timestamp,
    /// How far the time of day was ahead of the steady time.
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

    /// May data be deleted by its date? If so, the time is stored, for processes that start later: records can't tell them,
    /// as a wrong clock dates those too.
    pub async fn check(&self, clock: &Clock, db: &Database) -> Result<bool> {
        let is_trusted = self.is_trusted(clock, store::find(db.reader()).await?);
        if is_trusted {
            let tx = db.begin().await?;
            store::set(&*tx, clock.now()).await?;
            tx.commit().await?;
        }
        Ok(is_trusted)
    }

    /// `trusted` is the latest time that was trusted, in any process.
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
    fn start_with_a_clock_far_ahead_waits_an_hour() {
        let clock = Clock::held_at(Timestamp::default() + TimeDelta::days(40));
        let watch = ClockWatch::new(&clock);
        let trusted = Some(Timestamp::default());
        assert!(!watch.is_trusted(&clock, trusted));
        assert!(watch.is_trusted(&clock, Some(clock.now())));
        assert!(watch.is_trusted(&clock, None), "nothing to compare with");
        clock.advance(WAIT);
        assert!(watch.is_trusted(&clock, trusted));
    }

    #[test]
    fn jump_while_running_waits_an_hour() {
        let clock = Clock::held_at(Timestamp::default());
        let watch = ClockWatch::new(&clock);
        clock.advance(TimeDelta::days(40));
        let trusted = Some(Timestamp::default());
        assert!(watch.is_trusted(&clock, trusted), "forty quiet days");
        clock.jump(TimeDelta::days(2));
        assert!(!watch.is_trusted(&clock, trusted));
        assert!(!watch.is_trusted(&clock, trusted), "still within the hour");
        clock.advance(WAIT);
        assert!(watch.is_trusted(&clock, trusted));
    }
}
