//! Threads that take renders from a bounded queue.
//!
//! A [`Worker`] renders documents, and may fail or panic. The pool replaces a worker that failed, and skips canceled jobs.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use tokio::sync::oneshot;

use super::{RenderError, RenderOptions};

/// Renders documents. A worker is started, used and dropped on the same thread.
pub(super) trait Worker {
    fn render(&mut self, document_json: &str) -> Result<String, String>;
}

/// A handle to the threads, which end when its last clone is dropped and the queue is empty.
#[derive(Clone)]
pub(super) struct Pool {
    jobs: SyncSender<Job>,
}

struct Job {
    document_json: String,
    result: oneshot::Sender<Result<String, String>>,
}

impl Pool {
    /// Starts the threads. Each calls `start_worker`: the first thread immediately, the others when they take their first job,
    /// because workers that start at the same time slow each other down. The threads also call it to replace a worker.
    pub(super) fn start<W: Worker>(
        options: &RenderOptions,
        start_worker: impl Fn() -> Result<W, String> + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let (jobs, queue) = sync_channel(options.queue);
        let shared = Arc::new(Shared {
            queue: Mutex::new(queue),
            start_worker,
            renders_per_worker: options.renders_per_engine,
            begun: OnceLock::new(),
        });
        for number in 0..options.threads.max(1) {
            let shared = shared.clone();
            thread::Builder::new()
                .name(format!("render-{number}"))
                .stack_size(options.thread_stack)
                .spawn(move || shared.run(number == 0))?;
        }
        Ok(Self { jobs })
    }

    /// Queues a job. Drop the receiver to cancel it. The receiver closes without a result if the worker panicked.
    pub(super) fn submit(
        &self,
        document_json: String,
    ) -> Result<oneshot::Receiver<Result<String, String>>, RenderError> {
        let (result, receiver) = oneshot::channel();
        match self.jobs.try_send(Job { document_json, result }) {
            Ok(()) => Ok(receiver),
            Err(TrySendError::Full(_)) => Err(RenderError::QueueFull),
            Err(TrySendError::Disconnected(_)) => {
                Err(RenderError::Failed("no render thread is left".to_owned()))
            }
        }
    }
}

/// State that the threads share.
struct Shared<F> {
    queue: Mutex<Receiver<Job>>,
    start_worker: F,
    renders_per_worker: u32,
    /// Set when a thread has taken the first job, or the queue has closed.
    begun: OnceLock<()>,
}

impl<W: Worker, F: Fn() -> Result<W, String>> Shared<F> {
    /// Serves jobs until the queue closes, even after panics.
    fn run(&self, is_first: bool) {
        while catch_unwind(AssertUnwindSafe(|| self.serve(is_first))).is_err() {
            tracing::error!("a render panicked; its engine was replaced");
        }
    }

    /// Serves jobs until the queue closes. A panic drops the worker.
    fn serve(&self, is_first: bool) {
        let mut worker = None;
        let mut renders = 0;
        if is_first {
            worker = (self.start_worker)().ok();
        } else {
            self.begun.wait();
        }
        while let Some(job) = self.next() {
            if job.result.is_closed() {
                continue;
            }
            let rendered = match worker.take().map_or_else(&self.start_worker, Ok) {
                Ok(started) => worker.insert(started).render(&job.document_json),
                Err(error) => Err(error),
            };
            renders += 1;
            // If a worker did not start, the next job starts it.
            let replace = worker.is_some() && (rendered.is_err() || renders >= self.renders_per_worker);
            // Fails if the job was canceled.
            let _ = job.result.send(rendered);
            if replace {
                // Dropped before the next one starts, so that they never use memory at the same time.
                drop(worker.take());
                worker = (self.start_worker)().ok();
                renders = 0;
            }
        }
    }

    /// Waits for the next job; `None` when the queue has closed.
    fn next(&self) -> Option<Job> {
        // A panic can't leave the receiver in an inconsistent state.
        let job = self.queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
        self.begun.get_or_init(|| ());
        job
    }
}

#[cfg(test)]
mod tests;
