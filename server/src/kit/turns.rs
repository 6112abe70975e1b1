//! One at a time for each key: whatever has the same key waits for its turn.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex as StdMutex, MutexGuard, PoisonError},
};

use tokio::sync::{Mutex, OwnedMutexGuard};

pub struct Turns<K>(StdMutex<HashMap<K, Arc<Mutex<()>>>>);

// Derived, it would ask for `K: Default`.
impl<K> Default for Turns<K> {
    fn default() -> Self {
        Self(StdMutex::default())
    }
}

/// The next may go on once this is dropped.
#[must_use = "a turn ends when it is dropped"]
pub struct Turn<'a, K: Eq + Hash> {
    turns: &'a Turns<K>,
    key: K,
    guard: Option<OwnedMutexGuard<()>>,
}

impl<K: Eq + Hash + Clone> Turns<K> {
    /// Waits for the turn. Call it from a task that nobody cancels: a wait that is given up leaves its key behind.
    pub async fn take(&self, key: K) -> Turn<'_, K> {
        let mutex = self.lock().entry(key.clone()).or_default().clone();
        let guard = Some(mutex.lock_owned().await);
        Turn { turns: self, key, guard }
    }
}

impl<K> Turns<K> {
    fn lock(&self) -> MutexGuard<'_, HashMap<K, Arc<Mutex<()>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash> Drop for Turn<'_, K> {
    fn drop(&mut self) {
        drop(self.guard.take());
        let mut waiting = self.turns.lock();
        // Others that wait hold the mutex, too.
        if waiting.get(&self.key).is_some_and(|mutex| Arc::strong_count(mutex) == 1) {
            waiting.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::task::Poll;

    use futures_util::poll;

    use super::*;

    #[tokio::test]
    async fn the_same_key_waits_and_finished_keys_are_forgotten() {
        let turns = Turns::default();
        let first = turns.take("a").await;
        let mut second = std::pin::pin!(turns.take("a"));
        assert!(poll!(&mut second).is_pending());
        drop(turns.take("b").await);
        drop(first);
        let Poll::Ready(second) = poll!(&mut second) else { panic!("its turn has come") };
        drop(second);
        assert!(turns.lock().is_empty());
    }
}
