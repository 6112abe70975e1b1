use std::sync::mpsc::{Sender, channel};

use super::*;

type Answer = Result<String, String>;

fn options(threads: usize, queue: usize) -> RenderOptions {
    RenderOptions { threads, queue, ..RenderOptions::default() }
}

/// A worker made of a function; its number tells which one of the pool's it is.
struct Scripted<F>(F);

impl<F: FnMut(&str) -> Answer> Worker for Scripted<F> {
    fn render(&mut self, document_json: &str) -> Answer {
        (self.0)(document_json)
    }
}

/// Answers `"<worker number>: <document>"`, and misbehaves on demand.
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

/// Each render announces itself, then waits until it is let go.
fn held(options: &RenderOptions) -> (Pool, Receiver<String>, Sender<()>) {
    let (announce, announced) = channel();
    let (let_go, gate) = channel::<()>();
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
    (pool, announced, let_go)
}

#[tokio::test]
async fn a_worker_is_kept_while_it_succeeds() {
    let pool = misbehaving(&options(1, 8));
    for _ in 0..3 {
        assert_eq!(pool.submit("page".to_owned()).unwrap().await.unwrap().unwrap(), "0: page");
    }
}

#[tokio::test]
async fn a_worker_is_replaced_after_an_error() {
    let pool = misbehaving(&options(1, 8));
    assert_eq!(pool.submit("fail".to_owned()).unwrap().await.unwrap().unwrap_err(), "failed");
    assert_eq!(pool.submit("page".to_owned()).unwrap().await.unwrap().unwrap(), "1: page");
}

#[tokio::test]
async fn a_worker_is_replaced_after_its_number_of_renders() {
    let pool = misbehaving(&RenderOptions { renders_per_engine: 2, ..options(1, 8) });
    let mut answers = Vec::new();
    for _ in 0..5 {
        answers.push(pool.submit("page".to_owned()).unwrap().await.unwrap().unwrap());
    }
    assert_eq!(answers, ["0: page", "0: page", "1: page", "1: page", "2: page"]);
}

#[tokio::test]
async fn a_panic_loses_one_render_and_its_worker_only() {
    let pool = misbehaving(&options(1, 8));
    assert!(pool.submit("panic".to_owned()).unwrap().await.is_err());
    assert_eq!(pool.submit("page".to_owned()).unwrap().await.unwrap().unwrap(), "1: page");
}

#[tokio::test]
async fn a_worker_that_could_not_start_is_tried_again() {
    let started = std::sync::atomic::AtomicU32::new(0);
    let pool = Pool::start(&options(1, 8), move || {
        match started.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
            0..3 => Err("can't start".to_owned()),
            _ => Ok(Scripted(|document: &str| Ok(document.to_owned()))),
        }
    })
    .unwrap();
    // The first attempt was before any job; from then on there is one for each.
    for _ in 0..2 {
        assert_eq!(pool.submit("page".to_owned()).unwrap().await.unwrap().unwrap_err(), "can't start");
    }
    assert_eq!(pool.submit("page".to_owned()).unwrap().await.unwrap().unwrap(), "page");
}

#[tokio::test]
async fn only_the_first_worker_is_started_before_there_is_work_for_two() {
    let (report, started) = channel();
    let pool = Pool::start(&options(2, 8), move || {
        report.send(()).unwrap();
        Ok(Scripted(|document: &str| Ok(document.to_owned())))
    })
    .unwrap();
    assert_eq!(pool.submit("page".to_owned()).unwrap().await.unwrap().unwrap(), "page");
    drop(pool);
    assert_eq!(started.iter().count(), 1, "until all threads have ended");
}

#[tokio::test]
async fn a_full_queue_refuses_at_once() {
    let (pool, announced, let_go) = held(&options(1, 1));
    let running = pool.submit("running".to_owned()).unwrap();
    assert_eq!(announced.recv().unwrap(), "running");
    let waiting = pool.submit("waiting".to_owned()).unwrap();
    assert_eq!(pool.submit("refused".to_owned()).unwrap_err(), RenderError::QueueFull);

    let_go.send(()).unwrap();
    let_go.send(()).unwrap();
    assert_eq!(running.await.unwrap().unwrap(), "running");
    assert_eq!(waiting.await.unwrap().unwrap(), "waiting");
}

#[tokio::test]
async fn threads_render_side_by_side() {
    let (pool, announced, let_go) = held(&options(2, 8));
    let first = pool.submit("first".to_owned()).unwrap();
    let second = pool.submit("second".to_owned()).unwrap();
    let mut running = [announced.recv().unwrap(), announced.recv().unwrap()];
    running.sort();
    assert_eq!(running, ["first", "second"]);
    let_go.send(()).unwrap();
    let_go.send(()).unwrap();
    assert_eq!(first.await.unwrap().unwrap(), "first");
    assert_eq!(second.await.unwrap().unwrap(), "second");
}

#[tokio::test]
async fn a_job_nobody_waits_for_is_skipped() {
    let (pool, announced, let_go) = held(&options(1, 8));
    let running = pool.submit("running".to_owned()).unwrap();
    assert_eq!(announced.recv().unwrap(), "running");
    drop(pool.submit("withdrawn".to_owned()).unwrap());
    let wanted = pool.submit("wanted".to_owned()).unwrap();

    let_go.send(()).unwrap();
    let_go.send(()).unwrap();
    assert_eq!(running.await.unwrap().unwrap(), "running");
    assert_eq!(wanted.await.unwrap().unwrap(), "wanted");
    assert_eq!(announced.recv().unwrap(), "wanted");
}

#[tokio::test]
async fn threads_end_with_the_last_handle() {
    let (pool, announced, let_go) = held(&options(2, 8));
    drop(let_go);
    drop(pool);
    assert!(announced.recv().is_err(), "the workers, and with them their ends of the channel, are gone");
}
