//! Times that are written to the database in the background. Until then, they are read from memory.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::platform::clock::Timestamp;

/// The times that the database doesn't have yet, by key.
pub struct PendingTimes<K>(Mutex<HashMap<K, Timestamp>>);

// The derived implementation would require `K: Default`.
impl<K> Default for PendingTimes<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash> PendingTimes<K> {
    /// Returns the later of the stored and the pending time.
    #[must_use]
    pub fn latest(&self, key: &K, stored: Timestamp) -> Timestamp {
        self.lock().get(key).map_or(stored, |pending| stored.max(*pending))
    }

    /// Sets the time of a key, which the caller is about to store.
    pub fn set(&self, key: K, time: Timestamp) {
        self.lock().insert(key, time);
    }

    /// Removes a time that the database now has, unless another one has been set since.
    pub fn forget_stored(&self, key: &K, time: Timestamp) {
        let mut times = self.lock();
        if times.get(key) == Some(&time) {
            times.remove(key);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, Timestamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
