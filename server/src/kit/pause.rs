//! Work that stops for a while after a failure that the next piece of work would meet as well.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::clock::Timestamp;

#[derive(Debug, Default)]
pub struct Pause(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    until: Option<Timestamp>,
    failures: i32,
    reason: Option<String>,
}

impl Pause {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why work is paused, or was until the attempt that is due.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        self.state().reason.clone()
    }

    /// How many pieces of work may start: none while paused, one to try whether it goes on, else `all`.
    #[must_use]
    pub fn allows(&self, now: Timestamp, all: u64) -> u64 {
        match self.state().until {
            Some(until) if now < until => 0,
            Some(_) => all.min(1),
            None => all,
        }
    }

    /// Pauses until `until(failures in a row)`. What failed beside the first one counts as the same failure.
    pub fn start(&self, now: Timestamp, reason: String, until: impl FnOnce(i32) -> Timestamp) {
        let mut state = self.state();
        if state.until.is_none_or(|until| until <= now) {
            state.failures += 1;
            state.until = Some(until(state.failures));
        }
        state.reason = Some(reason);
    }

    pub fn end(&self) {
        *self.state() = State::default();
    }
}
