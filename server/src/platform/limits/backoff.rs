//! Exponential backoff for failed attempts. After some free attempts, each attempt on a key has to wait twice as long as the one
//! before, up to a maximum. An attempt counts as soon as it begins, so that parallel attempts can't avoid the wait.

use std::{
    hash::Hash,
    sync::{Mutex, PoisonError},
};

use chrono::TimeDelta;

use super::expiry::ExpiringMap;
use crate::platform::{
    clock::Timestamp,
    error::{Error, Result},
};

/// Time after the latest attempt at which all attempts of a key are forgotten.
const FORGET_AFTER: TimeDelta = TimeDelta::hours(24);

/// Counts attempts, and limits them by key.
pub struct Backoff<K> {
    /// Number of attempts without a wait.
    free: u32,
    first_wait: TimeDelta,
    max_wait: TimeDelta,
    enabled: bool,
    attempts: Mutex<ExpiringMap<K, Attempts>>,
}

#[derive(Clone, Copy)]
struct Attempts {
    count: u32,
    latest: Timestamp,
    blocked_until: Timestamp,
}

impl<K: Eq + Hash> Backoff<K> {
    /// Allows `free` attempts without a wait. The next one has to wait for `first_wait`, each further one twice as long, up to
    /// `max_wait`. If not `enabled`, no attempt has to wait.
    #[must_use]
    pub fn new(free: u32, first_wait: TimeDelta, max_wait: TimeDelta, enabled: bool) -> Self {
        Self { free, first_wait, max_wait, enabled, attempts: Mutex::default() }
    }

    /// Counts an attempt that begins now, unless it has to wait.
    ///
    /// # Errors
    /// Returns [`Error::RateLimited`] if the key has to wait.
    pub fn begin(&self, key: K, now: Timestamp) -> Result<()> {
        if !self.enabled {
            return Ok(());
        }
        let mut map = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = Attempts { count: 0, latest: now, blocked_until: now };
        let is_remembered = |attempts: &Attempts| now - attempts.latest < FORGET_AFTER;
        let attempts = map.entry(key, fresh, now, is_remembered);
        if !is_remembered(attempts) {
            *attempts = fresh;
        }
        if attempts.blocked_until > now {
            return Err(Error::rate_limited(attempts.blocked_until - now));
        }
        attempts.count = attempts.count.saturating_add(1);
        attempts.latest = now;
        attempts.blocked_until = now + self.wait_after(attempts.count);
        Ok(())
    }

    /// Forgets the attempts of a key, because one succeeded.
    pub fn reset(&self, key: &K) {
        self.attempts.lock().unwrap_or_else(PoisonError::into_inner).remove(key);
    }

    /// Removes the latest attempt of a key, which could not be checked, from the count. The next one need not wait.
    pub fn give_back(&self, key: &K) {
        let mut map = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(attempts) = map.get_mut(key) {
            attempts.count = attempts.count.saturating_sub(1);
            attempts.blocked_until = attempts.latest;
        }
    }

    /// Returns the wait after a number of attempts.
    fn wait_after(&self, count: u32) -> TimeDelta {
        let Some(over) = count.checked_sub(self.free) else { return TimeDelta::zero() };
        let doubled = 2_i32.checked_pow(over).and_then(|factor| self.first_wait.checked_mul(factor));
        doubled.map_or(self.max_wait, |wait| wait.min(self.max_wait))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(backoff: &Backoff<&'static str>, now: Timestamp) -> u64 {
        match backoff.begin("a", now) {
            Err(Error::RateLimited { retry_after }) => retry_after,
            _ => 0,
        }
    }

    #[test]
    fn wait_doubles_up_to_the_maximum() {
        let backoff = Backoff::new(3, TimeDelta::seconds(30), TimeDelta::minutes(15), true);
        let mut now = Timestamp::default();
        for _ in 0..3 {
            assert_eq!(wait(&backoff, now), 0, "free");
        }
        for expected in [30, 60, 120, 240, 480, 900, 900, 900] {
            assert_eq!(wait(&backoff, now), expected);
            now += TimeDelta::seconds(i64::try_from(expected).expect("small"));
            assert_eq!(wait(&backoff, now), 0, "one attempt after the wait");
        }
        now += TimeDelta::hours(25);
        (0..3).for_each(|_| assert_eq!(wait(&backoff, now), 0, "forgotten"));
    }

    #[test]
    fn attempt_removed_from_the_count_causes_no_wait() {
        let backoff = Backoff::new(2, TimeDelta::seconds(30), TimeDelta::minutes(15), true);
        let now = Timestamp::default();
        for _ in 0..5 {
            assert_eq!(wait(&backoff, now), 0);
            backoff.give_back(&"a");
        }
        (0..2).for_each(|_| assert_eq!(wait(&backoff, now), 0, "both free attempts are left"));
        assert_eq!(wait(&backoff, now), 30);
        let later = now + TimeDelta::seconds(30);
        assert_eq!(wait(&backoff, later), 0);
        backoff.give_back(&"a");
        assert_eq!(wait(&backoff, later), 0, "no wait, but earlier attempts still count");
        assert_eq!(wait(&backoff, later), 60);
        backoff.give_back(&"b");
    }

    #[test]
    fn reset_affects_only_its_key() {
        let backoff = Backoff::new(1, TimeDelta::seconds(30), TimeDelta::minutes(15), true);
        let now = Timestamp::default();
        backoff.begin("a", now).expect("free");
        backoff.begin("a", now).expect_err("no free attempt is left");
        backoff.begin("b", now).expect("another key");
        backoff.reset(&"a");
        backoff.begin("a", now).expect("free again");
        backoff.begin("b", now).expect_err("the attempt on another key still counts");
    }
}
