//! Work that stops for a while after a failure that the next piece of work would meet as well.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::clock::Timestamp;

#[derive(Debug, Default)]
pub struct Pause(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    since: Option<Timestamp>,
    until: Option<Timestamp>,
    failures: i32,
    reason: Option<String>,
    /// What failed last without starting a pause.
    suspect: Option<String>,
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

    /// When the pause began; nothing if work isn't paused.
    #[must_use]
    pub fn since(&self, now: Timestamp) -> Option<Timestamp> {
        let state = self.state();
        state.since.filter(|_| state.until.is_some_and(|until| now < until))
    }

    /// How many pieces of work may start while `running` others do: none while paused, one in all to try whether it goes
    /// on, else up to `limit` in all.
    #[must_use]
    pub fn allows(&self, now: Timestamp, limit: usize, running: usize) -> usize {
        match self.state().until {
            Some(until) if now < until => 0,
            Some(_) => 1_usize.saturating_sub(running),
            None => limit.saturating_sub(running),
        }
    }

    /// Pauses if another `subject` failed in the same way and nothing succeeded since, or if work is paused already. One
    /// subject alone, such as a recipient that a stranger chose, never pauses the work of others.
    pub fn start_at_second(
        &self,
        subject: &str,
        now: Timestamp,
        reason: String,
        until: impl FnOnce(i32) -> Timestamp,
    ) {
        let mut state = self.state();
        let last = state.suspect.replace(subject.to_owned());
        let is_second = last.is_some_and(|last| last != subject);
        let starts = state.until.is_some() || is_second;
        drop(state);
        if starts {
            self.start(now, reason, until);
        }
    }

    /// Pauses until `until(failures in a row)`. What failed beside the first one counts as the same failure.
    pub fn start(&self, now: Timestamp, reason: String, until: impl FnOnce(i32) -> Timestamp) {
        let mut state = self.state();
        if state.until.is_none_or(|until| until <= now) {
            state.failures += 1;
            state.since = Some(now);
            state.until = Some(until(state.failures));
        }
        state.reason = Some(reason);
    }

    pub fn end(&self) {
        *self.state() = State::default();
    }
}
