//! Runs the items of concurrent tasks in batches, so that they share the cost of a transaction.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::{
    sync::{
        Mutex as AsyncMutex, Semaphore,
        oneshot::{self, error::TryRecvError},
    },
    task::yield_now,
};

use super::wait_budget;
use crate::platform::error::{Error, Result};

/// Maximum number of items of a batch.
const MAX_ITEMS: usize = 32;
/// Maximum number of items that run alone at the same time. PostgreSQL has ten connections for writing by default.
const MAX_ALONE: usize = 4;

/// The items that wait for the next batch.
pub struct Batches<T, R> {
    waiting: Mutex<Waiting<T, R>>,
    /// Held by the task that runs a batch.
    running: AsyncMutex<()>,
    /// Held by items that run alone.
    alone: Semaphore,
}

struct Waiting<T, R> {
    items: VecDeque<Item<T, R>>,
    next_number: u64,
}

struct Item<T, R> {
    number: u64,
    value: T,
    result: oneshot::Sender<R>,
}

// The derived implementation would require `T: Default`.
impl<T, R> Default for Batches<T, R> {
    fn default() -> Self {
        let waiting = Waiting { items: VecDeque::new(), next_number: 0 };
        Self {
            waiting: Mutex::new(waiting),
            running: AsyncMutex::default(),
            alone: Semaphore::new(MAX_ALONE),
        }
    }
}

impl<T, R> Batches<T, R> {
    /// Adds an item to the next batch and returns its result. One of the waiting tasks calls `run` with the items of all, while further
    /// tasks wait for the batch after it. `run` returns a result for each item, in the same order. Call this only in a task that is not
    /// canceled, because a canceled task leaves its item to the others.
    ///
    /// # Errors
    /// Returns [`Error::Unavailable`] if the item has waited for too long. Fails if `run` panicked or returned no result for the item.
    pub async fn run<F: Future<Output = Vec<R>>>(&self, item: T, run: impl Fn(Vec<T>) -> F) -> Result<R> {
        let (number, mut receiver) = self.add(item);
        loop {
            let Some(_running) = wait_budget::spend_on(self.running.lock()).await else {
                if self.withdraw(number) {
                    return Err(Error::Unavailable);
                }
                return Ok(receiver.await.map_err(anyhow::Error::new)?);
            };
            match receiver.try_recv() {
                Err(TryRecvError::Empty) => {}
                received => return Ok(received.map_err(anyhow::Error::new)?),
            }
            self.collect().await;
            let (values, results): (Vec<_>, Vec<_>) =
                self.take().into_iter().map(|item| (item.value, item.result)).unzip();
            for (sender, result) in results.into_iter().zip(run(values).await) {
                // A canceled task doesn't receive its result.
                let _ = sender.send(result);
            }
        }
    }

    /// Runs the work of one item without a batch, beside a few others, so that items that wait for a lock don't take all connections.
    ///
    /// # Errors
    /// Returns [`Error::Unavailable`] if the item has waited for too long.
    pub async fn run_alone<F: Future>(&self, work: F) -> Result<F::Output> {
        let _permit = wait_budget::spend_on(self.alone.acquire()).await.ok_or(Error::Unavailable)?;
        Ok(work.await)
    }

    fn add(&self, value: T) -> (u64, oneshot::Receiver<R>) {
        let (result, receiver) = oneshot::channel();
        let mut waiting = self.lock();
        let number = waiting.next_number;
        waiting.next_number += 1;
        waiting.items.push_back(Item { number, value, result });
        (number, receiver)
    }

    /// Removes an item that waits. Returns false if it is in a batch.
    fn withdraw(&self, number: u64) -> bool {
        let mut waiting = self.lock();
        let position = waiting.items.iter().position(|item| item.number == number);
        position.and_then(|position| waiting.items.remove(position)).is_some()
    }

    /// Lets other tasks that are ready add their items, until none does.
    async fn collect(&self) {
        let mut known = 0;
        loop {
            let waiting = self.lock().items.len();
            if waiting == known || waiting >= MAX_ITEMS {
                return;
            }
            known = waiting;
            yield_now().await;
        }
    }

    fn take(&self) -> Vec<Item<T, R>> {
        let mut waiting = self.lock();
        let size = waiting.items.len().min(MAX_ITEMS);
        waiting.items.drain(..size).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<T, R>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::{join, join_all};
    use tokio::time::Duration;

    use super::*;

    #[tokio::test]
    async fn items_of_ready_tasks_are_in_one_batch() {
        let batches = Batches::default();
        let run = async |items: Vec<usize>| {
            let size = items.len();
            items.into_iter().map(|item| (item, size)).collect()
        };
        let results = join_all((0..MAX_ITEMS + 3).map(|item| batches.run(item, run))).await;
        let (items, mut sizes): (Vec<_>, Vec<_>) =
            results.into_iter().map(|result| result.expect("has a result")).unzip();
        sizes.dedup();
        assert_eq!(items, (0..MAX_ITEMS + 3).collect::<Vec<_>>());
        assert_eq!(sizes, [MAX_ITEMS, 3]);
    }

    #[tokio::test]
    async fn item_without_a_result_fails() {
        let batches = Batches::<_, ()>::default();
        assert!(batches.run(1, async |_| Vec::new()).await.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn item_that_waits_for_too_long_is_not_run() {
        let (batches, ran) = (Batches::default(), Mutex::new(Vec::<u8>::new()));
        let run = async |items: Vec<u8>| {
            ran.lock().expect("no panic").extend(&items);
            tokio::time::sleep(Duration::from_secs(60)).await;
            items
        };
        let waiting = wait_budget::with_wait_budget(batches.run(2, run));
        let (first, second) = join(batches.run(1, run), async {
            while ran.lock().expect("no panic").is_empty() {
                yield_now().await;
            }
            waiting.await
        })
        .await;
        assert_eq!(first.expect("runs at once"), 1);
        assert!(matches!(second, Err(Error::Unavailable)));
        assert_eq!(*ran.lock().expect("no panic"), [1]);
    }
    #[tokio::test]
    async fn few_items_run_alone_at_the_same_time() {
        let batches = Batches::<(), ()>::default();
        let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = async || {
            most.fetch_max(running.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
            yield_now().await;
            running.fetch_sub(1, Ordering::Relaxed);
        };
        join_all((0..20).map(|_| batches.run_alone(work()))).await;
        assert_eq!(most.into_inner(), MAX_ALONE);
    }
}
