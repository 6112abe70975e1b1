//! Threads that take renders from one bounded queue.
//!
//! Knows nothing of JavaScript: a [`Worker`] is anything that turns a document into markup and may fail, hang or panic
//! while at it. The pool replaces a worker that failed and skips work nobody waits for any more.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use tokio::sync::oneshot;

use super::{RenderError, RenderOptions};

/// Lives and dies on one thread.
pub(super) trait Worker {
    fn render(&mut self, document_json: &str) -> Result<String, String>;
}

/// A way to the threads; they end when the last clone is gone and the queue is empty.
#[derive(Clone)]
pub(super) struct Pool {
    jobs: SyncSender<Job>,
}

struct Job {
    document_json: String,
    answer: oneshot::Sender<Result<String, String>>,
}

impl Pool {
    /// The first thread calls `start_worker` now. The others take jobs once it has begun with its first, since two workers
    /// that start at once are both late, and call it with theirs. Each calls it again whenever its worker must be replaced.
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

    /// Dropping the receiver withdraws the job. A receiver that closes without an answer means a panic.
    pub(super) fn submit(
        &self,
        document_json: String,
    ) -> Result<oneshot::Receiver<Result<String, String>>, RenderError> {
        let (answer, receiver) = oneshot::channel();
        match self.jobs.try_send(Job { document_json, answer }) {
            Ok(()) => Ok(receiver),
            Err(TrySendError::Full(_)) => Err(RenderError::QueueFull),
            Err(TrySendError::Disconnected(_)) => {
                Err(RenderError::Failed("no render thread is left".to_owned()))
            }
        }
    }
}

/// What the threads have in common.
struct Shared<F> {
    queue: Mutex<Receiver<Job>>,
    start_worker: F,
    renders_per_worker: u32,
    /// The first thread has its first job, or there won't be any.
    begun: OnceLock<()>,
}

impl<W: Worker, F: Fn() -> Result<W, String>> Shared<F> {
    /// A thread's life: serve until the queue closes, starting over after a panic.
    fn run(&self, is_first: bool) {
        while catch_unwind(AssertUnwindSafe(|| self.serve(is_first))).is_err() {
            tracing::error!("a render panicked; its engine was replaced");
        }
    }

    /// Serves jobs until the queue closes. A panic leaves through here and takes the worker along.
    fn serve(&self, is_first: bool) {
        let mut worker = None;
        let mut renders = 0;
        if is_first {
            worker = (self.start_worker)().ok();
        } else {
            self.begun.wait();
        }
        while let Some(job) = self.next() {
            if job.answer.is_closed() {
                continue;
            }
            let rendered = match worker.take().map_or_else(&self.start_worker, Ok) {
                Ok(started) => worker.insert(started).render(&job.document_json),
                Err(error) => Err(error),
            };
            renders += 1;
            // One that can't be started is tried again for the next job only.
            let replace = worker.is_some() && (rendered.is_err() || renders >= self.renders_per_worker);
            // The caller may have given up meanwhile; then nobody wants the answer.
            let _ = job.answer.send(rendered);
            if replace {
                // The old one goes first: there is never memory for two.
                drop(worker.take());
                worker = (self.start_worker)().ok();
                renders = 0;
            }
        }
    }

    fn next(&self) -> Option<Job> {
        // Nothing panics while it holds this lock, and a receiver has no state to break.
        let job = self.queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
        self.begun.get_or_init(|| ());
        job
    }
}

#[cfg(test)]
mod tests;
