//! Counts events in memory, to store them later in one write.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, PoisonError},
};

use super::clock::Timestamp;

/// The number of events, and the time of the latest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    pub times: i64,
    pub last_at: Timestamp,
}

/// Counts events by key. Keys must come from a bounded set, because each takes memory until [`Counter::take`].
pub struct Counter<K>(Mutex<HashMap<K, Count>>);

// The derived implementation would require `K: Default`.
impl<K> Default for Counter<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash> Counter<K> {
    pub fn add(&self, key: K, now: Timestamp) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(key).or_insert(Count { times: 0, last_at: now });
        count.times += 1;
        count.last_at = count.last_at.max(now);
    }

    /// Returns the counts since the last call.
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
        let (counter, first) = (Counter::default(), Timestamp::default());
        let later = first + TimeDelta::seconds(1);
        counter.add("a", later);
        counter.add("a", first);
        counter.add("b", first);
        let counts = counter.take();
        assert_eq!(counts["a"], Count { times: 2, last_at: later });
        assert_eq!(counts["b"].times, 1);
        assert!(counter.take().is_empty());
    }
}
