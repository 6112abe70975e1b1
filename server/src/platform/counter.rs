//! Counts in memory what isn't worth a write each time it happens.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, PoisonError},
};

use super::clock::Timestamp;

/// How often something happened, and when it last did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    pub times: i64,
    pub last_at: Timestamp,
}

/// Keys must come from a bounded set: whoever counts under what a visitor sends gives memory away.
pub struct Tally<K>(Mutex<HashMap<K, Count>>);

// Derived, it would ask for `K: Default`.
impl<K> Default for Tally<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash> Tally<K> {
    pub fn add(&self, key: K, now: Timestamp) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(key).or_insert(Count { times: 0, last_at: now });
        count.times += 1;
        count.last_at = count.last_at.max(now);
    }

    /// What was counted since the last time, to be written down.
    #[must_use]
    pub fn take(&self) -> HashMap<K, Count> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn counts_are_taken_once() {
        let (tally, first) = (Tally::default(), Timestamp::default());
        let later = first + TimeDelta::seconds(1);
        tally.add("a", later);
        tally.add("a", first);
        tally.add("b", first);
        let counts = tally.take();
        assert_eq!(counts["a"], Count { times: 2, last_at: later });
        assert_eq!(counts["b"].times, 1);
        assert!(tally.take().is_empty());
    }
}
