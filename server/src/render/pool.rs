//! Threads that take renders from one bounded queue.
//!
//! Knows nothing of JavaScript: a [`Worker`] is anything that turns a document into markup and may fail, hang or panic
//! while at it. The pool replaces a worker that failed and skips work nobody waits for any more.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
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
    /// Each thread calls `start_worker` once now, and again whenever its worker must be replaced.
    pub(super) fn start<W: Worker>(
        options: &RenderOptions,
        start_worker: impl Fn() -> Result<W, String> + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let (jobs, queue) = sync_channel(options.queue);
        let queue = Arc::new(Mutex::new(queue));
        let start_worker = Arc::new(start_worker);
        for number in 0..options.threads.max(1) {
            let (queue, start_worker) = (queue.clone(), start_worker.clone());
            let renders_per_worker = options.renders_per_engine;
            thread::Builder::new()
                .name(format!("render-{number}"))
                .stack_size(options.thread_stack)
                .spawn(move || run(&queue, &*start_worker, renders_per_worker))?;
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

/// A thread's life: serve until the queue closes, starting over after a panic.
fn run<W: Worker>(
    queue: &Mutex<Receiver<Job>>,
    start_worker: &dyn Fn() -> Result<W, String>,
    renders_per_worker: u32,
) {
    while catch_unwind(AssertUnwindSafe(|| serve(queue, start_worker, renders_per_worker))).is_err() {
        tracing::error!("a render panicked; its engine was replaced");
    }
}

/// Serves jobs until the queue closes. A panic leaves through here and takes the worker along.
fn serve<W: Worker>(
    queue: &Mutex<Receiver<Job>>,
    start_worker: &dyn Fn() -> Result<W, String>,
    renders_per_worker: u32,
) {
    let mut worker = start_worker();
    let mut renders = 0;
    while let Some(job) = next(queue) {
        if job.answer.is_closed() {
            continue;
        }
        if worker.is_err() {
            worker = start_worker();
        }
        let rendered = match &mut worker {
            Ok(worker) => worker.render(&job.document_json),
            Err(error) => Err(error.clone()),
        };
        renders += 1;
        // One that can't be started is tried again for the next job only.
        let replace = worker.is_ok() && (rendered.is_err() || renders >= renders_per_worker);
        // The caller may have given up meanwhile; then nobody wants the answer.
        let _ = job.answer.send(rendered);
        if replace {
            drop(worker);
            worker = start_worker();
            renders = 0;
        }
    }
}

fn next(queue: &Mutex<Receiver<Job>>) -> Option<Job> {
    // Nothing panics while it holds this lock, and a receiver has no state to break.
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

#[cfg(test)]
mod tests;
