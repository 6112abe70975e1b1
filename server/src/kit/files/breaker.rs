//! Stops asking a server that fails again and again, for a moment.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use crate::kit::error::{Error, Result};

const FAILURES: u32 = 5;
const PAUSE: Duration = Duration::from_secs(5);

/// Counts failures in a row. After five, calls are refused for five seconds; then one more failure begins a new pause.
#[derive(Default)]
pub struct Breaker(Mutex<State>);

#[derive(Default)]
struct State {
    failures: u32,
    paused_until: Option<Instant>,
}

impl Breaker {
    /// Makes the call, unless there is a pause. [`Error::Unavailable`] counts as a failure.
    pub async fn guard<T>(&self, call: impl Future<Output = Result<T>>) -> Result<T> {
        if self.lock().paused_until.is_some_and(|until| Instant::now() < until) {
            return Err(Error::Unavailable);
        }
        let result = call.await;
        let mut state = self.lock();
        match result {
            Err(Error::Unavailable) => {
                state.failures = state.failures.saturating_add(1);
                state.paused_until = (state.failures >= FAILURES).then(|| Instant::now() + PAUSE);
            }
            _ => *state = State::default(),
        }
        drop(state);
        result
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn call(breaker: &Breaker, result: Result<()>) -> (bool, Result<()>) {
        let mut is_made = false;
        let answer = breaker
            .guard(async {
                is_made = true;
                result
            })
            .await;
        (is_made, answer)
    }

    #[tokio::test(start_paused = true)]
    async fn a_failing_server_is_left_alone_for_a_moment() {
        let breaker = Breaker::default();
        for _ in 0..FAILURES {
            assert!(call(&breaker, Err(Error::Unavailable)).await.0);
        }
        assert!(matches!(call(&breaker, Ok(())).await, (false, Err(Error::Unavailable))));
        tokio::time::advance(PAUSE).await;
        assert!(call(&breaker, Err(Error::Unavailable)).await.0, "one try");
        assert!(!call(&breaker, Ok(())).await.0, "and another pause");
        tokio::time::advance(PAUSE).await;
        assert!(matches!(call(&breaker, Ok(())).await, (true, Ok(()))));
        assert!(call(&breaker, Err(Error::Unavailable)).await.0);
        assert!(call(&breaker, Err(Error::NotFound)).await.0, "counted from none, and no failure itself");
    }
}
