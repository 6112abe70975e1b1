//! Tests when pages are rendered, shared between requests, expired and compressed again.

use std::{
    io::Read,
    sync::atomic::{AtomicU32, Ordering},
};

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use chrono::TimeDelta;
use http_body_util::BodyExt;
use tokio::sync::{mpsc, oneshot};

use super::*;
use crate::platform::clock::Timestamp;

type Error = &'static str;
type Cache = PageCache<Error>;

fn cache() -> Cache {
    PageCache::new(1 << 20, Clock::system())
}

fn rendered(content: &str) -> RenderedPage {
    RenderedPage {
        status: StatusCode::OK,
        content_type: HeaderValue::from_static("text/html; charset=utf-8"),
        body: content.to_owned().into(),
        expires_at: None,
        headers: HeaderMap::new(),
    }
}

async fn content(page: &CachedPage) -> String {
    let response = page.respond(&Method::GET, &HeaderMap::new(), &HeaderMap::new());
    String::from_utf8(response.into_body().collect().await.unwrap().to_bytes().into()).unwrap()
}

/// Renders and stores a page.
async fn put(cache: &Cache, revision: i64, content: &'static str) {
    let outcome = cache.get_or_render("/", revision, || async move { Ok(rendered(content)) }).await;
    assert!(matches!(outcome, PageOutcome::Fresh(_)), "{outcome:?}");
}

async fn fresh(outcome: PageOutcome<Error>) -> String {
    match outcome {
        PageOutcome::Fresh(page) => content(&page).await,
        other => panic!("not fresh: {other:?}"),
    }
}

async fn stale(outcome: PageOutcome<Error>) -> String {
    match outcome {
        PageOutcome::Stale(page) => content(&page).await,
        other => panic!("not stale: {other:?}"),
    }
}

/// Renders that the test starts, observes and completes.
struct ControlledRenders {
    started: mpsc::UnboundedReceiver<oneshot::Sender<Result<RenderedPage, Error>>>,
    start: mpsc::UnboundedSender<oneshot::Sender<Result<RenderedPage, Error>>>,
}

impl ControlledRenders {
    fn new() -> Self {
        let (start, started) = mpsc::unbounded_channel();
        Self { started, start }
    }

    /// Requests the page from a separate task.
    fn request(&self, cache: &Cache, revision: i64) -> tokio::task::JoinHandle<PageOutcome<Error>> {
        let (cache, start) = (cache.clone(), self.start.clone());
        tokio::spawn(async move {
            let render = || async move {
                let (finish, finished) = oneshot::channel();
                start.send(finish).unwrap();
                finished.await.unwrap()
            };
            cache.get_or_render("/", revision, render).await
        })
    }

    /// Waits for the start of a render. Returns the sender that completes it.
    async fn running(&mut self) -> oneshot::Sender<Result<RenderedPage, Error>> {
        self.started.recv().await.unwrap()
    }
}

/// Yields until all other tasks wait.
async fn settle() {
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn fresh_page_is_not_rendered_again() {
    let cache = cache();
    assert!(cache.fresh("/", 0).is_none());
    put(&cache, 3, "page").await;
    for revision in [2, 3] {
        assert!(cache.fresh("/", revision).is_some());
        let again = cache.get_or_render("/", revision, || async { panic!("rendered again") }).await;
        assert_eq!(fresh(again).await, "page");
    }
    assert!(cache.fresh("/", 4).is_none());
    assert!(cache.fresh("/contato", 3).is_none());
}

#[tokio::test]
async fn expired_page_is_rendered_again() {
    let clock = Clock::manual("2026-11-23T20:59:59Z".parse().unwrap());
    let cache: Cache = PageCache::new(1 << 20, clock.clone());
    let closes: Timestamp = "2026-11-23T21:00:00Z".parse().unwrap();
    let until = |content: &str, expires_at| RenderedPage { expires_at, ..rendered(content) };
    let open = until("open", Some(closes));
    assert_eq!(fresh(cache.get_or_render("/", 1, || async { Ok(open) }).await).await, "open");
    assert!(cache.fresh("/", 1).is_some());

    clock.advance(TimeDelta::seconds(1));
    assert!(cache.fresh("/", 1).is_none());
    let failed = cache.get_or_render("/", 1, || async { Err("broken") }).await;
    assert_eq!(stale(failed).await, "open", "the old page is returned");
    // The same bytes with a later expiry.
    let longer = until("open", Some(closes + TimeDelta::hours(1)));
    assert_eq!(fresh(cache.get_or_render("/", 1, || async { Ok(longer) }).await).await, "open");
    assert!(cache.fresh("/", 1).is_some());

    clock.advance(TimeDelta::hours(1));
    assert!(cache.fresh("/", 1).is_none());
    assert_eq!(fresh(cache.get_or_render("/", 1, || async { Ok(rendered("closed")) }).await).await, "closed");
    clock.advance(TimeDelta::days(365));
    assert!(cache.fresh("/", 1).is_some());
}

#[tokio::test]
async fn concurrent_misses_share_one_render() {
    let (cache, mut renders) = (cache(), ControlledRenders::new());
    let requests: Vec<_> = (0..50).map(|_| renders.request(&cache, 1)).collect();
    let finish = renders.running().await;
    settle().await;
    finish.send(Ok(rendered("page"))).unwrap();
    for request in requests {
        assert_eq!(fresh(request.await.unwrap()).await, "page");
    }
    assert!(renders.started.try_recv().is_err(), "a second render was started");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_misses_on_many_threads_share_one_render() {
    let cache = cache();
    let renders = Arc::new(AtomicU32::new(0));
    for revision in 1..=50 {
        let requests: Vec<_> = (0..20)
            .map(|_| {
                let (cache, renders) = (cache.clone(), renders.clone());
                tokio::spawn(async move {
                    let render = || async move {
                        renders.fetch_add(1, Ordering::SeqCst);
                        tokio::task::yield_now().await;
                        Ok(rendered("page"))
                    };
                    // Each revision has its own key, so that no round finds a cached page.
                    cache.get_or_render(&revision.to_string(), revision, render).await
                })
            })
            .collect();
        for request in requests {
            assert_eq!(fresh(request.await.unwrap()).await, "page");
        }
    }
    assert_eq!(renders.load(Ordering::SeqCst), 50);
}

#[tokio::test(start_paused = true)]
async fn new_page_in_time_replaces_the_old_one() {
    let (cache, mut renders) = (cache(), ControlledRenders::new());
    put(&cache, 1, "old").await;
    let request = renders.request(&cache, 2);
    let finish = renders.running().await;
    finish.send(Ok(rendered("new"))).unwrap();
    assert_eq!(fresh(request.await.unwrap()).await, "new");
}

#[tokio::test(start_paused = true)]
async fn request_gets_the_old_page_if_the_render_is_late() {
    let (cache, mut renders) = (cache(), ControlledRenders::new());
    put(&cache, 1, "old").await;
    let started_at = tokio::time::Instant::now();
    let request = renders.request(&cache, 2);
    let finish = renders.running().await;
    assert_eq!(stale(request.await.unwrap()).await, "old");
    assert_eq!(started_at.elapsed().as_millis(), TIMEOUT.as_millis());

    let joined = renders.request(&cache, 2);
    settle().await;
    finish.send(Ok(rendered("new"))).unwrap();
    assert_eq!(fresh(joined.await.unwrap()).await, "new", "the render continued");
    assert!(renders.started.try_recv().is_err());
}

#[tokio::test]
async fn failed_render_is_not_cached() {
    let cache = cache();
    let failed = cache.get_or_render("/", 1, || async { Err("broken") }).await;
    assert!(matches!(failed, PageOutcome::Failed("broken")), "{failed:?}");
    assert!(cache.fresh("/", 1).is_none());
    put(&cache, 1, "page").await;

    let failed = cache.get_or_render("/", 2, || async { Err("broken") }).await;
    assert_eq!(stale(failed).await, "page");
    assert!(cache.fresh("/", 2).is_none());
    put(&cache, 2, "repaired").await;
}

#[tokio::test]
async fn panicking_render_ends_its_request_and_is_not_cached() {
    let cache = cache();
    async fn panicking() -> Result<RenderedPage, Error> {
        panic!("on purpose")
    }
    let outcome = cache.get_or_render("/", 1, panicking).await;
    assert!(matches!(outcome, PageOutcome::Panicked), "{outcome:?}");
    put(&cache, 1, "page").await;
    assert_eq!(stale(cache.get_or_render("/", 2, panicking).await).await, "page");
}

#[tokio::test]
async fn render_continues_after_its_request_is_canceled() {
    let (cache, mut renders) = (cache(), ControlledRenders::new());
    let request = renders.request(&cache, 1);
    let finish = renders.running().await;
    request.abort();
    assert!(request.await.unwrap_err().is_cancelled());
    let joined = renders.request(&cache, 1);
    settle().await;
    finish.send(Ok(rendered("page"))).unwrap();
    assert_eq!(fresh(joined.await.unwrap()).await, "page");
    assert!(renders.started.try_recv().is_err(), "the page was rendered twice");
}

#[tokio::test]
async fn request_of_a_newer_revision_waits_for_its_own_render() {
    let (cache, mut renders) = (cache(), ControlledRenders::new());
    let early = renders.request(&cache, 1);
    let finish_early = renders.running().await;
    // The content changes during the render.
    let late = renders.request(&cache, 2);
    settle().await;
    assert!(renders.started.try_recv().is_err(), "renders of the same page overlap");
    finish_early.send(Ok(rendered("before"))).unwrap();
    assert_eq!(fresh(early.await.unwrap()).await, "before");

    let finish_late = renders.running().await;
    assert!(cache.fresh("/", 2).is_none());
    finish_late.send(Ok(rendered("after"))).unwrap();
    assert_eq!(fresh(late.await.unwrap()).await, "after");
    assert!(cache.fresh("/", 2).is_some());
}

#[tokio::test]
async fn request_of_an_older_revision_joins_a_newer_render() {
    let (cache, mut renders) = (cache(), ControlledRenders::new());
    let newer = renders.request(&cache, 2);
    let finish = renders.running().await;
    let older = renders.request(&cache, 1);
    settle().await;
    finish.send(Err("broken")).unwrap();
    for request in [newer, older] {
        let outcome = request.await.unwrap();
        assert!(matches!(outcome, PageOutcome::Failed("broken")), "{outcome:?}");
    }
    assert!(renders.started.try_recv().is_err());
}

#[tokio::test]
async fn request_of_an_older_revision_gets_the_cached_page() {
    let (cache, mut renders) = (cache(), ControlledRenders::new());
    put(&cache, 1, "page").await;
    let newer = renders.request(&cache, 2);
    let _never = renders.running().await;
    let outcome = cache.get_or_render("/", 1, || async { panic!("rendered again") }).await;
    assert_eq!(fresh(outcome).await, "page");
    newer.abort();
}

fn accepting_brotli() -> HeaderMap {
    HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static("br"))])
}

fn brotli_tag(cache: &Cache) -> HeaderValue {
    let request = accepting_brotli();
    let page = cache.fresh("/", 0).unwrap();
    page.respond(&Method::GET, &request, &HeaderMap::new()).headers()[header::ETAG].clone()
}

/// Waits until the background work has stored its page.
async fn best_brotli(cache: &Cache) -> Arc<CachedPage> {
    loop {
        let page = cache.fresh("/", 0).unwrap();
        if page.has_best_brotli() {
            return page;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn page_is_compressed_again_in_the_background() {
    let cache = cache();
    let lock = cache.shared.compressing.as_ref().unwrap().lock().await;
    put(&cache, 1, "page").await;
    let quick = brotli_tag(&cache);
    drop(lock);
    let page = best_brotli(&cache).await;
    assert_eq!(page.revision, 1);
    assert_eq!(content(&page).await, "page");
    assert_ne!(brotli_tag(&cache), quick);
}

#[tokio::test]
async fn replaced_page_is_not_overwritten_by_recompression() {
    let cache = cache();
    let lock = cache.shared.compressing.as_ref().unwrap().lock().await;
    put(&cache, 1, "old").await;
    settle().await;
    put(&cache, 2, "new").await;
    drop(lock);
    let page = best_brotli(&cache).await;
    assert_eq!(page.revision, 2);
    let response = page.respond(&Method::GET, &accepting_brotli(), &HeaderMap::new());
    let compressed = response.into_body().collect().await.unwrap().to_bytes();
    let mut decompressed = String::new();
    brotli::Decompressor::new(&*compressed, 4096).read_to_string(&mut decompressed).unwrap();
    assert_eq!(decompressed, "new");
}

#[tokio::test]
async fn unchanged_page_is_not_compressed_again() {
    let cache = cache();
    put(&cache, 1, "page").await;
    best_brotli(&cache).await;
    let _never = cache.shared.compressing.as_ref().unwrap().lock().await;
    put(&cache, 2, "page").await;
    let page = cache.fresh("/", 2).unwrap();
    assert!(page.has_best_brotli());
    put(&cache, 3, "other").await;
    assert!(!cache.fresh("/", 3).unwrap().has_best_brotli());
}
