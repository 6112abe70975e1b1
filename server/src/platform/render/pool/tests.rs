//! Queue, replacement of workers, and shutdown of the pool.

use std::sync::mpsc::{Sender, channel};

use super::*;

type Rendered = Result<String, String>;

fn options(threads: usize, queue: usize) -> RenderOptions {
    RenderOptions { threads, queue, ..RenderOptions::default() }
}

/// A worker that calls a function.
struct Scripted<F>(F);

impl<F: FnMut(&str) -> Rendered> Worker for Scripted<F> {
    fn render(&mut self, document_json: &str) -> Rendered {
        (self.0)(document_json)
    }
}

/// Starts a pool that renders `"<worker number>: <document>"`, and fails or panics on demand.
fn misbehaving(options: &RenderOptions) -> Pool {
    let started = std::sync::atomic::AtomicU32::new(0);
    Pool::start(options, move || {
        let number = started.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok(Scripted(move |document: &str| match document {
            "fail" => Err("failed".to_owned()),
            "panic" => panic!("on purpose"),
            _ => Ok(format!("{number}: {document}")),
        }))
    })
    .unwrap()
}

/// Starts a pool whose renders announce themselves and then wait to be released.
fn blocking(options: &RenderOptions) -> (Pool, Receiver<String>, Sender<()>) {
    let (announce, announced) = channel();
    let (release, gate) = channel::<()>();
    let gate = Arc::new(Mutex::new(gate));
    let pool = Pool::start(options, move || {
        let (announce, gate) = (announce.clone(), gate.clone());
        Ok(Scripted(move |document: &str| {
            announce.send(document.to_owned()).unwrap();
            gate.lock().unwrap().recv().unwrap();
            Ok(document.to_owned())
        }))
    })
    .unwrap();
    (pool, announced, release)
}

#[tokio::test]
async fn worker_is_reused_while_it_succeeds() {
    let pool = misbehaving(&options(1, 8));
    for _ in 0..3 {
        assert_eq!(pool.submit("page".to_owned()).unwrap().await.unwrap().unwrap(), "0: page");
    }
}

#[tokio::test]
async fn worker_is_replaced_after_an_error() {
    let pool = misbehaving(&options(1, 8));
    assert_eq!(pool.submit("fail".to_owned()).unwrap().await.unwrap().unwrap_err(), "failed");
    assert_eq!(pool.submit("page".to_owned()).unwrap().await.unwrap().unwrap(), "1: page");
}

#[tokio::test]
async fn worker_is_replaced_after_its_maximum_of_renders() {
    let pool = misbehaving(&RenderOptions { renders_per_engine: 2, ..options(1, 8) });
    let mut answers = Vec::new();
    for _ in 0..5 {
        answers.push(pool.submit("page".to_owned()).unwrap().await.unwrap().unwrap());
    }
    assert_eq!(answers, ["0: page", "0: page", "1: page", "1: page", "2: page"]);
}

#[tokio::test]
async fn panic_affects_only_one_render() {
    let pool = misbehaving(&options(1, 8));
    assert!(pool.submit("panic".to_owned()).unwrap().await.is_err());
    assert_eq!(pool.submit("page".to_owned()).unwrap().await.unwrap().unwrap(), "1: page");
}

#[tokio::test]
async fn worker_that_did_not_start_is_started_by_the_next_job() {
    let started = std::sync::atomic::AtomicU32::new(0);
    let pool = Pool::start(&options(1, 8), move || {
        match started.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
            0..3 => Err("can't start".to_owned()),
            _ => Ok(Scripted(|document: &str| Ok(document.to_owned()))),
        }
    })
    .unwrap();
    // The thread makes the first attempt before any job. Then each job makes one.
    for _ in 0..2 {
        assert_eq!(pool.submit("page".to_owned()).unwrap().await.unwrap().unwrap_err(), "can't start");
    }
    assert_eq!(pool.submit("page".to_owned()).unwrap().await.unwrap().unwrap(), "page");
}

#[tokio::test]
async fn second_worker_is_started_only_when_needed() {
    let (report, started) = channel();
    let pool = Pool::start(&options(2, 8), move || {
        report.send(()).unwrap();
        Ok(Scripted(|document: &str| Ok(document.to_owned())))
    })
    .unwrap();
    assert_eq!(pool.submit("page".to_owned()).unwrap().await.unwrap().unwrap(), "page");
    drop(pool);
    // The channel closes when all threads have ended.
    assert_eq!(started.iter().count(), 1, "number of workers that were started");
}

#[tokio::test]
async fn full_queue_refuses_jobs() {
    let (pool, announced, release) = blocking(&options(1, 1));
    let running = pool.submit("running".to_owned()).unwrap();
    assert_eq!(announced.recv().unwrap(), "running");
    let waiting = pool.submit("waiting".to_owned()).unwrap();
    assert_eq!(pool.submit("refused".to_owned()).unwrap_err(), RenderError::QueueFull);

    release.send(()).unwrap();
    release.send(()).unwrap();
    assert_eq!(running.await.unwrap().unwrap(), "running");
    assert_eq!(waiting.await.unwrap().unwrap(), "waiting");
}

#[tokio::test]
async fn threads_render_in_parallel() {
    let (pool, announced, release) = blocking(&options(2, 8));
    let first = pool.submit("first".to_owned()).unwrap();
    let second = pool.submit("second".to_owned()).unwrap();
    let mut running = [announced.recv().unwrap(), announced.recv().unwrap()];
    running.sort();
    assert_eq!(running, ["first", "second"]);
    release.send(()).unwrap();
    release.send(()).unwrap();
    assert_eq!(first.await.unwrap().unwrap(), "first");
    assert_eq!(second.await.unwrap().unwrap(), "second");
}

#[tokio::test]
async fn canceled_job_is_skipped() {
    let (pool, announced, release) = blocking(&options(1, 8));
    let running = pool.submit("running".to_owned()).unwrap();
    assert_eq!(announced.recv().unwrap(), "running");
    drop(pool.submit("canceled".to_owned()).unwrap());
    let wanted = pool.submit("wanted".to_owned()).unwrap();

    release.send(()).unwrap();
    release.send(()).unwrap();
    assert_eq!(running.await.unwrap().unwrap(), "running");
    assert_eq!(wanted.await.unwrap().unwrap(), "wanted");
    assert_eq!(announced.recv().unwrap(), "wanted");
}

#[tokio::test]
async fn threads_end_when_the_last_handle_is_dropped() {
    let (pool, announced, release) = blocking(&options(2, 8));
    drop(release);
    drop(pool);
    assert!(announced.recv().is_err(), "the workers and their ends of the channel were dropped");
}
