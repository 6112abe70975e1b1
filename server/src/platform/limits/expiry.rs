//! A map that removes expired entries, for keys that clients choose, such as IP addresses. It checks all entries at most once a
//! minute, so that a flood of new keys does not slow down every request.

use std::{collections::HashMap, hash::Hash};

use chrono::TimeDelta;

use crate::platform::clock::Timestamp;

/// Minimum number of entries at which expired ones are removed.
const CLEANUP_THRESHOLD: usize = 10_000;
const CLEANUP_INTERVAL: TimeDelta = TimeDelta::minutes(1);

/// A map whose callers decide which entries have expired.
pub struct ExpiringMap<K, V> {
    map: HashMap<K, V>,
    cleaned_at: Option<Timestamp>,
}

// The derived implementation would require `K: Default`.
impl<K, V> Default for ExpiringMap<K, V> {
    fn default() -> Self {
        Self { map: HashMap::new(), cleaned_at: None }
    }
}

impl<K: Eq + Hash, V> ExpiringMap<K, V> {
    pub fn get(&self, key: &K) -> Option<&V> {
        self.map.get(key)
    }

    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.map.get_mut(key)
    }

    pub fn remove(&mut self, key: &K) {
        self.map.remove(key);
    }

    /// Returns the entry of the key, or inserts `fresh`. If the map is large, first removes all entries for which `is_alive`
    /// returns false, at most once a minute.
    pub fn entry(&mut self, key: K, fresh: V, now: Timestamp, is_alive: impl Fn(&V) -> bool) -> &mut V {
        let is_due = self.cleaned_at.is_none_or(|cleaned_at| now - cleaned_at >= CLEANUP_INTERVAL);
        if self.map.len() >= CLEANUP_THRESHOLD && is_due {
            self.map.retain(|_, value| is_alive(value));
            self.cleaned_at = Some(now);
        }
        self.map.entry(key).or_insert(fresh)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn expired_entries_are_removed_at_most_once_a_minute() {
        let (mut map, start, checks) = (ExpiringMap::default(), Timestamp::default(), Cell::new(0));
        let mut add = |number: usize, now: Timestamp, alive: bool| {
            map.entry(number, alive, now, |alive| {
                checks.set(checks.get() + 1);
                *alive
            });
            map.map.len()
        };
        (0..CLEANUP_THRESHOLD).for_each(|number| _ = add(number, start, number % 2 == 0));
        assert_eq!(checks.get(), 0, "too few entries");
        assert_eq!(add(CLEANUP_THRESHOLD, start, true), CLEANUP_THRESHOLD / 2 + 1);
        assert_eq!(checks.get(), CLEANUP_THRESHOLD);
        (CLEANUP_THRESHOLD..3 * CLEANUP_THRESHOLD).for_each(|number| _ = add(number, start, true));
        assert_eq!(checks.get(), CLEANUP_THRESHOLD, "not again within a minute");
        add(0, start + CLEANUP_INTERVAL, true);
        assert!(checks.get() > CLEANUP_THRESHOLD);
    }
}
