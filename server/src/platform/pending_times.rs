//! Times that are stored in the background: until the database has them, they are read here.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::clock::Timestamp;

pub struct Unsaved<K>(Mutex<HashMap<K, Timestamp>>);

// Derived, it would ask for `K: Default`.
impl<K> Default for Unsaved<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash> Unsaved<K> {
    /// Returns the later of the stored time and the one that waits to be stored.
    #[must_use]
    pub fn latest(&self, key: &K, stored: Timestamp) -> Timestamp {
        self.lock().get(key).map_or(stored, |unsaved| stored.max(*unsaved))
    }

    pub fn set(&self, key: K, time: Timestamp) {
        self.lock().insert(key, time);
    }

    /// Forgets a time once it is stored, unless a later one has been set.
    pub fn saved(&self, key: &K, time: Timestamp) {
        let mut times = self.lock();
        if times.get(key) == Some(&time) {
            times.remove(key);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, Timestamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
