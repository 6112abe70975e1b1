//! Reservations: requests that are counted in advance, and given back unless the caller keeps them.

use std::hash::Hash;

use super::RateLimit;
use crate::platform::{clock::Timestamp, error::Result};

/// A request that was counted in advance. It is given back when this is dropped.
#[must_use = "a dropped reservation is given back"]
pub struct Reserved<'a, K: Eq + Hash> {
    limit: &'a RateLimit<K>,
    key: Option<K>,
}

impl<K: Eq + Hash + Clone> RateLimit<K> {
    /// Checks the limit and counts the request. The request is given back when the reservation is dropped, but not after
    /// [`Reserved::keep`].
    pub fn reserve(&self, key: K, now: Timestamp) -> Result<Reserved<'_, K>> {
        self.take(key.clone(), now)?;
        Ok(Reserved { limit: self, key: Some(key) })
    }
}

impl<K: Eq + Hash> Reserved<'_, K> {
    /// Ends the reservation without giving the request back.
    pub fn keep(mut self) {
        self.key = None;
    }
}

impl<K: Eq + Hash> Drop for Reserved<'_, K> {
    fn drop(&mut self) {
        if let Some(key) = &self.key {
            self.limit.give_back(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn dropped_reservation_does_not_count() {
        let (limit, start) = (RateLimit::new(3, TimeDelta::seconds(60), true), Timestamp::default());
        for _ in 0..10 {
            drop(limit.reserve("a", start).expect("the previous one was given back"));
        }
        let held: Vec<_> = (0..3).map(|_| limit.reserve("a", start).expect("within the burst")).collect();
        assert!(limit.reserve("a", start).is_err(), "reservations are counted");
        held.into_iter().for_each(Reserved::keep);
        limit.take("a", start).expect_err("kept reservations are counted");
    }
}
