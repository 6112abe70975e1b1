//! A circuit breaker: stops calls to a server after failures, and allows them again after a pause.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A circuit breaker. `T` is the type of times.
#[derive(Debug)]
pub struct CircuitBreaker<T>(Mutex<State<T>>);

#[derive(Debug)]
struct State<T> {
    /// The start of the latest pause.
    opened_at: Option<T>,
    /// The end of the latest pause. `None` while the circuit is closed.
    retry_at: Option<T>,
    /// Number of consecutive failures.
    failures: u32,
    /// Number of consecutive pauses.
    pauses: i32,
    /// The reason of the latest failure that opened the circuit or that happened while it was open.
    reason: Option<String>,
    /// The subject of the latest failure with [`Trip::SecondSubject`].
    subject: Option<String>,
}

/// The state of a circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Circuit {
    /// Calls are allowed.
    Closed,
    /// Calls are not allowed.
    Open,
    /// The pause is over, so calls are allowed. A failure opens the circuit again, a success closes it.
    HalfOpen,
}

/// Decides whether a failure opens a closed circuit. Any failure opens a half-open circuit.
#[derive(Clone, Copy)]
pub enum Trip<'a> {
    /// Any failure.
    First,
    /// The nth failure in a row.
    Nth(u32),
    /// A failure whose subject differs from that of the previous one, without a success between them. So one subject alone, such
    /// as a recipient that a visitor chose, can't stop the calls for others.
    SecondSubject(&'a str),
}

// The derived implementation would require `T: Default`.
impl<T> Default for CircuitBreaker<T> {
    fn default() -> Self {
        Self(Mutex::new(State::new()))
    }
}

impl<T> State<T> {
    const fn new() -> Self {
        Self { opened_at: None, retry_at: None, failures: 0, pauses: 0, reason: None, subject: None }
    }
}

impl<T: Copy + PartialOrd> State<T> {
    /// Returns whether a pause has begun and not ended. A pause that begins in the future has ended, because its times come from a
    /// wrong clock that was corrected later.
    fn is_open(&self, now: T) -> bool {
        self.opened_at.is_some_and(|opened_at| opened_at <= now)
            && self.retry_at.is_some_and(|retry_at| now < retry_at)
    }
}

impl<T: Copy + PartialOrd> CircuitBreaker<T> {
    /// Returns the state of the circuit.
    #[must_use]
    pub fn circuit(&self, now: T) -> Circuit {
        let state = self.state();
        match state.retry_at {
            None => Circuit::Closed,
            Some(_) if state.is_open(now) => Circuit::Open,
            Some(_) => Circuit::HalfOpen,
        }
    }

    /// Returns the start of the current pause; `None` unless the circuit is open.
    #[must_use]
    pub fn opened_at(&self, now: T) -> Option<T> {
        let state = self.state();
        state.opened_at.filter(|_| state.is_open(now))
    }

    /// Returns why the circuit is open or half-open; `None` if it is closed.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        self.state().reason.clone()
    }

    /// Counts a failure. If it opens the circuit, calls `retry_at` with the number of consecutive pauses, including the new one,
    /// to get the end of the pause. A failure during a pause doesn't extend it, because its call began earlier.
    pub fn fail(&self, trip: Trip<'_>, now: T, reason: String, retry_at: impl FnOnce(i32) -> T) {
        let mut state = self.state();
        state.failures = state.failures.saturating_add(1);
        let trips = match trip {
            Trip::First => true,
            Trip::Nth(failures) => state.failures >= failures,
            Trip::SecondSubject(subject) => {
                let latest = state.subject.replace(subject.to_owned());
                latest.is_some_and(|latest| latest != subject)
            }
        };
        if !trips && state.retry_at.is_none() {
            return;
        }
        if !state.is_open(now) {
            state.pauses += 1;
            state.opened_at = Some(now);
            state.retry_at = Some(retry_at(state.pauses));
        }
        state.reason = Some(reason);
    }

    /// Counts a success, which closes the circuit.
    pub fn succeed(&self) {
        *self.state() = State::new();
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fail(breaker: &CircuitBreaker<i32>, trip: Trip<'_>, now: i32) {
        breaker.fail(trip, now, format!("failed at {now}"), |pauses| now + 10 * pauses);
    }

    #[test]
    fn circuit_opens_at_the_nth_consecutive_failure_and_at_any_failure_while_half_open() {
        let breaker = CircuitBreaker::default();
        for _ in 0..2 {
            fail(&breaker, Trip::Nth(2), 0);
            breaker.succeed();
        }
        fail(&breaker, Trip::Nth(2), 0);
        assert_eq!((breaker.circuit(0), breaker.reason()), (Circuit::Closed, None));
        fail(&breaker, Trip::Nth(2), 0);
        assert_eq!((breaker.circuit(9), breaker.opened_at(9)), (Circuit::Open, Some(0)));
        fail(&breaker, Trip::Nth(2), 9);
        assert_eq!((breaker.circuit(10), breaker.opened_at(10)), (Circuit::HalfOpen, None), "not extended");
        fail(&breaker, Trip::Nth(2), 10);
        assert_eq!((breaker.circuit(29), breaker.circuit(30)), (Circuit::Open, Circuit::HalfOpen));
        assert_eq!(breaker.reason().as_deref(), Some("failed at 10"));
        breaker.succeed();
        assert_eq!((breaker.circuit(10), breaker.reason()), (Circuit::Closed, None));
    }

    #[test]
    fn pause_ends_when_the_clock_is_set_back_to_before_its_start() {
        let breaker = CircuitBreaker::default();
        fail(&breaker, Trip::First, 1000);
        assert_eq!(breaker.circuit(1000), Circuit::Open);
        assert_eq!((breaker.circuit(10), breaker.opened_at(10)), (Circuit::HalfOpen, None));
        fail(&breaker, Trip::First, 10);
        assert_eq!((breaker.circuit(29), breaker.circuit(30)), (Circuit::Open, Circuit::HalfOpen));
    }

    #[test]
    fn circuit_opens_at_the_second_subject_but_not_by_one_subject_alone() {
        let breaker = CircuitBreaker::default();
        for _ in 0..3 {
            fail(&breaker, Trip::SecondSubject("ana"), 0);
            assert_eq!(breaker.circuit(0), Circuit::Closed, "one subject alone");
        }
        fail(&breaker, Trip::SecondSubject("bia"), 0);
        assert_eq!(breaker.circuit(0), Circuit::Open);
        breaker.succeed();
        fail(&breaker, Trip::SecondSubject("caio"), 0);
        assert_eq!(breaker.circuit(0), Circuit::Closed);
        fail(&breaker, Trip::First, 0);
        assert_eq!(breaker.circuit(0), Circuit::Open);
    }
}
