//! What is kept for keys that strangers choose, addresses and e-mails, thrown out once it means nothing any more. A look
//! at all of them is rare, however many there are: whoever floods us with new keys must not make every request pay for it.

use std::{collections::HashMap, hash::Hash};

use chrono::TimeDelta;

use super::clock::Timestamp;

/// Fewer aren't worth looking through.
const SWEEP_AT: usize = 10_000;
const SWEEP_EVERY: TimeDelta = TimeDelta::minutes(1);

pub struct Swept<K, V> {
    map: HashMap<K, V>,
    swept_at: Option<Timestamp>,
}

// Derived, it would ask for `K: Default`.
impl<K, V> Default for Swept<K, V> {
    fn default() -> Self {
        Self { map: HashMap::new(), swept_at: None }
    }
}

impl<K: Eq + Hash, V> Swept<K, V> {
    pub fn get(&self, key: &K) -> Option<&V> {
        self.map.get(key)
    }

    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.map.get_mut(key)
    }

    pub fn remove(&mut self, key: &K) {
        self.map.remove(key);
    }

    /// What there is for the key, or `fresh`. Now and then, what `means_something` denies is thrown out first.
    pub fn entry(
        &mut self,
        key: K,
        fresh: V,
        now: Timestamp,
        means_something: impl Fn(&V) -> bool,
    ) -> &mut V {
        let rested = self.swept_at.is_none_or(|swept_at| now - swept_at >= SWEEP_EVERY);
        if self.map.len() >= SWEEP_AT && rested {
            self.map.retain(|_, value| means_something(value));
            self.swept_at = Some(now);
        }
        self.map.entry(key).or_insert(fresh)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn all_are_looked_at_once_a_minute_at_most() {
        let (mut swept, start, looks) = (Swept::default(), Timestamp::default(), Cell::new(0));
        let mut add = |number: usize, now: Timestamp, alive: bool| {
            swept.entry(number, alive, now, |alive| {
                looks.set(looks.get() + 1);
                *alive
            });
            swept.map.len()
        };
        (0..SWEEP_AT).for_each(|number| _ = add(number, start, number % 2 == 0));
        assert_eq!(looks.get(), 0, "few enough");
        assert_eq!(add(SWEEP_AT, start, true), SWEEP_AT / 2 + 1);
        assert_eq!(looks.get(), SWEEP_AT);
        (SWEEP_AT..3 * SWEEP_AT).for_each(|number| _ = add(number, start, true));
        assert_eq!(looks.get(), SWEEP_AT, "not again so soon, however many there are");
        add(0, start + SWEEP_EVERY, true);
        assert!(looks.get() > SWEEP_AT);
    }
}
