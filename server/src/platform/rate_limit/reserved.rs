//! For what is limited but may come to nothing: room is taken before it is known whether it succeeds.

use std::hash::Hash;

use super::RateLimit;
use crate::platform::{clock::Timestamp, error::Result};

/// Room that was taken in advance. Dropped on the way out of whatever failed or was given up, it is given back.
#[must_use = "what is dropped at once is given back at once"]
pub struct Reserved<'a, K: Eq + Hash> {
    limit: &'a RateLimit<K>,
    key: Option<K>,
}

impl<K: Eq + Hash + Clone> RateLimit<K> {
    /// Takes room for one, which counts for good once [`Reserved::keep`] is called.
    pub fn reserve(&self, key: K, now: Timestamp) -> Result<Reserved<'_, K>> {
        self.take(key.clone(), now)?;
        Ok(Reserved { limit: self, key: Some(key) })
    }
}

impl<K: Eq + Hash> Reserved<'_, K> {
    /// It has happened.
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
    fn what_came_to_nothing_is_given_back() {
        let (limit, start) = (RateLimit::new(3, TimeDelta::seconds(60), true), Timestamp::default());
        for _ in 0..10 {
            drop(limit.reserve("a", start).expect("the one before was given back"));
        }
        let held: Vec<_> = (0..3).map(|_| limit.reserve("a", start).expect("within the burst")).collect();
        assert!(limit.reserve("a", start).is_err(), "reserved is as good as counted");
        held.into_iter().for_each(Reserved::keep);
        limit.take("a", start).expect_err("and stays so");
    }
}
