//! A cache of rendered pages.
//!
//! A page is valid for one revision of the content. A page with a time-dependent text also expires when that text changes.
//! Then the page is rendered again, once for all concurrent requests. They wait for the new page for a limited time, and get
//! the old page if the render is late or fails. Failed renders are not cached.

mod page;
mod store;

use std::{
    collections::HashMap,
    future::Future,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{sync::watch, task::spawn_blocking, time::timeout};

pub use page::{CachedPage, RenderedPage};
use store::Store;

use crate::platform::clock::Clock;

/// Maximum time for which a request waits for a new page if there is an old one. The renderer has the same limit, so staff
/// see a change on the next load unless the render fails.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Pages by key: the path with its canonical query. `E` is the error of a render, returned to all waiting requests.
pub struct PageCache<E> {
    shared: Arc<CacheState<E>>,
}

// A derived implementation would require `E: Clone`.
impl<E> Clone for PageCache<E> {
    fn clone(&self) -> Self {
        Self { shared: self.shared.clone() }
    }
}

struct CacheState<E> {
    store: Store,
    clock: Clock,
    /// Renders in progress by the key of their page.
    renders: Mutex<HashMap<Arc<str>, Render<E>>>,
    /// Locked while a page is compressed at the highest quality. Limits that work to one core. `None`: pages are compressed only
    /// quickly.
    compressing: Option<tokio::sync::Mutex<()>>,
}

/// Result of a request for a page.
#[derive(Debug, Clone)]
pub enum PageOutcome<E> {
    /// A page that is at least as new as the requested revision.
    Fresh(Arc<CachedPage>),
    /// An older page, because the new one is late or failed.
    Stale(Arc<CachedPage>),
    /// No page, because the render failed.
    Failed(E),
    /// No page, because the render panicked.
    Panicked,
}

/// A render in progress, shared by all concurrent requests for its page.
#[derive(Clone)]
struct Render<E> {
    revision: i64,
    result: watch::Receiver<Option<Result<Arc<CachedPage>, E>>>,
}

impl<E: Clone> Render<E> {
    /// Waits for the result. `None` if the render panicked.
    async fn finish(mut self) -> Option<Result<Arc<CachedPage>, E>> {
        self.result.wait_for(Option::is_some).await.ok()?.clone()
    }
}

impl<E: Clone + Send + Sync + 'static> PageCache<E> {
    /// Creates a cache of at most `capacity` bytes.
    #[must_use]
    pub fn new(capacity: usize, clock: Clock) -> Self {
        Self::with_compression(capacity, clock, Some(tokio::sync::Mutex::default()))
    }

    /// Creates a cache of at most `capacity` bytes whose pages are compressed only quickly, for pages that any client can have
    /// rendered in many variants.
    #[must_use]
    pub fn with_quick_compression(capacity: usize, clock: Clock) -> Self {
        Self::with_compression(capacity, clock, None)
    }

    fn with_compression(capacity: usize, clock: Clock, compressing: Option<tokio::sync::Mutex<()>>) -> Self {
        let store = Store::new(capacity);
        Self { shared: Arc::new(CacheState { store, clock, renders: Mutex::default(), compressing }) }
    }

    /// Returns the page if it is cached, at least as new as `revision` and not expired.
    #[must_use]
    pub fn fresh(&self, key: &str, revision: i64) -> Option<Arc<CachedPage>> {
        let is_current = |page: &CachedPage| page.expires_at().is_none_or(|at| self.shared.clock.now() < at);
        self.shared.store.get(key).filter(|page| page.revision >= revision && is_current(page))
    }

    /// Returns a page at least as new as `revision`, rendered if necessary, or an older one if the render is late or fails.
    ///
    /// The caller must read `revision` before this call, and `render` reads its data afterward. The page is stored with that
    /// revision, so its content may be newer than its revision but not older. The render completes even if all requests for
    /// it are canceled.
    pub async fn get_or_render<F, R>(&self, key: &str, revision: i64, render: F) -> PageOutcome<E>
    where
        F: FnOnce() -> R,
        R: Future<Output = Result<RenderedPage, E>> + Send + 'static,
    {
        match self.shared.store.get(key) {
            Some(old) => match timeout(TIMEOUT, self.join_or_render(key, revision, render)).await {
                Ok(PageOutcome::Fresh(page)) => PageOutcome::Fresh(page),
                _ => PageOutcome::Stale(old),
            },
            None => self.join_or_render(key, revision, render).await,
        }
    }

    /// Like [`Self::get_or_render`], but never returns an older page. Waits for the render in progress if it is new enough;
    /// otherwise starts one. Renders of the same page never overlap.
    pub async fn join_or_render<F, R>(&self, key: &str, revision: i64, render: F) -> PageOutcome<E>
    where
        F: FnOnce() -> R,
        R: Future<Output = Result<RenderedPage, E>> + Send + 'static,
    {
        let new_enough = loop {
            let older = {
                let mut renders = self.shared.renders();
                // Another render may have finished before the lock was acquired.
                if let Some(page) = self.fresh(key, revision) {
                    return PageOutcome::Fresh(page);
                }
                match renders.get(key) {
                    Some(current) if current.revision >= revision => break current.clone(),
                    Some(older) => older.clone(),
                    None => {
                        let key: Arc<str> = Arc::from(key);
                        let started = self.shared.clone().start(key.clone(), revision, render());
                        renders.insert(key, started.clone());
                        break started;
                    }
                }
            };
            older.finish().await;
        };
        match new_enough.finish().await {
            Some(Ok(page)) => PageOutcome::Fresh(page),
            Some(Err(error)) => PageOutcome::Failed(error),
            None => PageOutcome::Panicked,
        }
    }
}

impl<E: Clone + Send + Sync + 'static> CacheState<E> {
    fn renders(&self) -> MutexGuard<'_, HashMap<Arc<str>, Render<E>>> {
        self.renders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a render in its own task.
    fn start<R>(self: Arc<Self>, key: Arc<str>, revision: i64, render: R) -> Render<E>
    where
        R: Future<Output = Result<RenderedPage, E>> + Send + 'static,
    {
        let (sender, receiver) = watch::channel(None);
        tokio::spawn(async move {
            let in_progress = InProgress { shared: self.clone(), key: key.clone() };
            let result = match render.await {
                Ok(rendered) => Ok(self.clone().store(key, revision, rendered).await),
                Err(error) => Err(error),
            };
            // Dropped before the result is sent, so that no later request joins this render.
            drop(in_progress);
            sender.send_replace(Some(result));
        });
        Render { revision, result: receiver }
    }

    /// Compresses and stores a page, and starts its compression at the highest quality in the background.
    async fn store(self: Arc<Self>, key: Arc<str>, revision: i64, rendered: RenderedPage) -> Arc<CachedPage> {
        // Most changes of content leave most pages unchanged. Unchanged pages aren't compressed again.
        let unchanged = self.store.get(&key).filter(|stored| stored.same_content(&rendered));
        let page = match unchanged {
            Some(stored) => stored.with_revision(revision, rendered.expires_at),
            None => in_background(move || CachedPage::new(revision, rendered)).await,
        };
        let page = self.store.insert(&key, Arc::new(page));
        if self.compressing.is_some() && !page.has_best_brotli() {
            tokio::spawn(self.compress_best(key, page.clone()));
        }
        page
    }

    /// Compresses a page at the highest quality if it is still cached. Works on one page at a time.
    async fn compress_best(self: Arc<Self>, key: Arc<str>, page: Arc<CachedPage>) {
        let Some(compressing) = &self.compressing else { return };
        let _one_at_a_time = compressing.lock().await;
        let is_current =
            |stored: &CachedPage| !stored.has_best_brotli() && stored.same_content(&page.rendered);
        if !self.store.get(&key).is_some_and(|stored| is_current(&stored)) {
            return;
        }
        let same = page.clone();
        let bytes = in_background(move || same.best_brotli()).await;
        self.store.update(&key, |stored| is_current(stored).then(|| stored.with_best_brotli(bytes)));
    }
}

/// Removes a render from [`CacheState::renders`] when dropped, also if the render panics.
struct InProgress<E: Clone + Send + Sync + 'static> {
    shared: Arc<CacheState<E>>,
    key: Arc<str>,
}

impl<E: Clone + Send + Sync + 'static> Drop for InProgress<E> {
    fn drop(&mut self) {
        self.shared.renders().remove(&self.key);
    }
}

/// Runs work on a blocking thread. If the work panics, the panic continues in the caller's task.
async fn in_background<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // Blocking work is canceled only if the runtime shuts down.
            Err(_canceled) => std::future::pending().await,
        },
    }
}

#[cfg(test)]
mod tests;
