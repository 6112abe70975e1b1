//! Runs the items of concurrent tasks in batches, so that they share the cost of a transaction.

use std::{
    mem,
    sync::{Mutex, PoisonError},
};

use tokio::sync::{
    Mutex as AsyncMutex,
    oneshot::{self, error::TryRecvError},
};

/// Maximum number of items of a batch.
const MAX_ITEMS: usize = 32;

/// The items that wait for the next batch.
pub struct Batches<T, R> {
    waiting: Mutex<Vec<(T, oneshot::Sender<R>)>>,
    /// Held by the task that runs a batch.
    running: AsyncMutex<()>,
}

// The derived implementation would require `T: Default`.
impl<T, R> Default for Batches<T, R> {
    fn default() -> Self {
        Self { waiting: Mutex::default(), running: AsyncMutex::default() }
    }
}

impl<T, R> Batches<T, R> {
    /// Adds an item to the next batch and returns its result. One of the waiting tasks calls `run` with the items of all, while further
    /// tasks wait for the batch after it. `run` returns a result for each item, in the same order. Call this only in a task that is not
    /// canceled, because a canceled task leaves its item to the others.
    ///
    /// # Errors
    /// Fails if `run` panicked or returned no result for the item.
    pub async fn run<F: Future<Output = Vec<R>>>(
        &self,
        item: T,
        run: impl Fn(Vec<T>) -> F,
    ) -> anyhow::Result<R> {
        let (sender, mut receiver) = oneshot::channel();
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push((item, sender));
        loop {
            let _running = self.running.lock().await;
            match receiver.try_recv() {
                Err(TryRecvError::Empty) => {}
                received => return Ok(received?),
            }
            let (items, senders): (Vec<_>, Vec<_>) = self.take().into_iter().unzip();
            for (sender, result) in senders.into_iter().zip(run(items).await) {
                // A canceled task doesn't receive its result.
                let _ = sender.send(result);
            }
        }
    }

    fn take(&self) -> Vec<(T, oneshot::Sender<R>)> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let size = waiting.len().min(MAX_ITEMS);
        let rest = waiting.split_off(size);
        mem::replace(&mut waiting, rest)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::{join, join_all};
    use tokio::sync::Semaphore;

    use super::*;

    #[tokio::test]
    async fn waiting_items_are_in_the_next_batch() {
        let (batches, may_run) = (Batches::default(), Semaphore::new(0));
        let run = async |items: Vec<usize>| {
            let _permit = may_run.acquire().await.expect("open");
            let size = items.len();
            items.into_iter().map(|item| (item, size)).collect()
        };
        let waiting = join_all((0..MAX_ITEMS + 3).map(|item| batches.run(item, run)));
        let (results, ()) = join(waiting, async { may_run.add_permits(1) }).await;
        let (items, mut sizes): (Vec<_>, Vec<_>) =
            results.into_iter().map(|result| result.expect("has a result")).unzip();
        sizes.dedup();
        assert_eq!(items, (0..MAX_ITEMS + 3).collect::<Vec<_>>());
        assert_eq!(sizes, [1, MAX_ITEMS, 2]);
    }

    #[tokio::test]
    async fn item_without_a_result_fails() {
        let batches = Batches::<_, ()>::default();
        assert!(batches.run(1, async |_| Vec::new()).await.is_err());
    }
}
