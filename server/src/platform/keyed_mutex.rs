//! A mutex per key.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex as StdMutex, MutexGuard, PoisonError},
};

use tokio::sync::{Mutex, OwnedMutexGuard};

/// The mutexes of the keys that are locked.
pub struct KeyedMutex<K>(StdMutex<HashMap<K, Arc<Mutex<()>>>>);

// The derived implementation would require `K: Default`.
impl<K> Default for KeyedMutex<K> {
    fn default() -> Self {
        Self(StdMutex::default())
    }
}

/// A lock on a key.
#[must_use = "the key is unlocked when the guard is dropped"]
pub struct Guard<'a, K: Eq + Hash> {
    mutexes: &'a KeyedMutex<K>,
    key: K,
    guard: Option<OwnedMutexGuard<()>>,
}

impl<K: Eq + Hash + Clone> KeyedMutex<K> {
    /// Waits until the key is unlocked, and locks it.
    pub async fn lock(&self, key: K) -> Guard<'_, K> {
        let mutex = self.entries().entry(key.clone()).or_default().clone();
        // Removes the entry also if the wait is canceled.
        let mut guard = Guard { mutexes: self, key, guard: None };
        guard.guard = Some(mutex.lock_owned().await);
        guard
    }
}

impl<K> KeyedMutex<K> {
    fn entries(&self) -> MutexGuard<'_, HashMap<K, Arc<Mutex<()>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash> Drop for Guard<'_, K> {
    fn drop(&mut self) {
        drop(self.guard.take());
        let mut entries = self.mutexes.entries();
        // Besides the map, each waiting task has a reference to the mutex.
        if entries.get(&self.key).is_some_and(|mutex| Arc::strong_count(mutex) == 1) {
            entries.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::task::Poll;

    use futures_util::poll;

    use super::*;

    #[tokio::test]
    async fn locked_key_blocks_and_unlocked_key_is_removed() {
        let mutexes = KeyedMutex::default();
        let first = mutexes.lock("a").await;
        let mut second = std::pin::pin!(mutexes.lock("a"));
        assert!(poll!(&mut second).is_pending());
        drop(mutexes.lock("b").await);
        drop(first);
        let Poll::Ready(second) = poll!(&mut second) else { panic!("the first was dropped") };
        drop(second);
        assert!(mutexes.entries().is_empty());
    }

    #[tokio::test]
    async fn canceled_wait_leaves_no_entry() {
        let mutexes = KeyedMutex::default();
        let first = mutexes.lock("a").await;
        let mut second = Box::pin(mutexes.lock("a"));
        assert!(poll!(&mut second).is_pending());
        drop(first);
        drop(second);
        assert!(mutexes.entries().is_empty());
    }
}
