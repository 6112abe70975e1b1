//! Counts events in memory, to store them later in one write.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, PoisonError},
};

use crate::platform::clock::Timestamp;

/// The number of events, and the time of the latest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    pub times: i64,
    pub last_at: Timestamp,
}

/// Counts by key. If clients choose the keys, use [`Counter::add_within`], which bounds the memory.
pub struct Counter<K>(Mutex<HashMap<K, Count>>);

// A derived implementation would require `K: Default`.
impl<K> Default for Counter<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash> Counter<K> {
    /// Counts an event.
    pub fn add(&self, key: K, now: Timestamp) {
        count(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner), key, now);
    }

    /// Counts an event, but not for a new key if there are `max` keys. In that case, first removes the keys for which `retain`
    /// returns false, to make room.
    pub fn add_within(&self, max: usize, key: K, now: Timestamp, retain: impl Fn(&K, Count) -> bool) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let has_room = |counts: &HashMap<K, Count>| counts.len() < max || counts.contains_key(&key);
        if !has_room(&counts) {
            counts.retain(|key, count| retain(key, *count));
        }
        if has_room(&counts) {
            count(&mut counts, key, now);
        }
    }

    /// Returns whether no events have been counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Returns the count of a key, or `None` if it has no events.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<Count> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).copied()
    }

    /// Adds counts that [`Self::take`] returned, after they couldn't be stored.
    pub fn put_back(&self, counts: HashMap<K, Count>) {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (key, Count { times, last_at }) in counts {
            let count = current.entry(key).or_insert(Count { times: 0, last_at });
            *count = Count { times: count.times + times, last_at: count.last_at.max(last_at) };
        }
    }

    /// Removes and returns all counts.
    #[must_use]
    pub fn take(&self) -> HashMap<K, Count> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn count<K: Eq + Hash>(counts: &mut HashMap<K, Count>, key: K, now: Timestamp) {
    let count = counts.entry(key).or_insert(Count { times: 0, last_at: now });
    count.times += 1;
    count.last_at = count.last_at.max(now);
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn counts_are_taken_once_and_can_be_put_back() {
        let (counter, first) = (Counter::default(), Timestamp::default());
        let later = first + TimeDelta::seconds(1);
        counter.add("a", later);
        counter.add("a", first);
        counter.add("b", first);
        let counts = counter.take();
        assert_eq!(counts["a"], Count { times: 2, last_at: later });
        assert_eq!(counts["b"].times, 1);
        assert!(counter.is_empty());
        assert_eq!(counter.get(&"a"), None);
        counter.add("b", later);
        counter.put_back(counts);
        assert_eq!(counter.get(&"b"), Some(Count { times: 2, last_at: later }));
    }

    #[test]
    fn full_counter_counts_a_new_key_only_if_another_key_can_be_removed() {
        let (counter, now) = (Counter::default(), Timestamp::default());
        let add = |key| counter.add_within(2, key, now, |_, count| count.times > 1);
        ["often", "often", "once", "new", "new", "refused"].into_iter().for_each(add);
        let mut keys: Vec<_> = counter.take().into_keys().collect();
        keys.sort_unstable();
        assert_eq!(keys, ["new", "often"]);
    }
}
