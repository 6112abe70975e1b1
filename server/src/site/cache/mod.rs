//! RenderedPage pages by path, until the content changes.
//!
//! A page is valid for one revision of the content and, where it shows a time-dependent text, until that text changes.
//! Then it is rendered again, once for all concurrent requests. They wait for the new page for a limited time and get the
//! old one otherwise. Failed renders are not cached.

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

/// Time for which a request waits for a new page while there is an old one. It is the maximum time of a render, so that
/// staff see a change on the next load; the old page is for failed renders.
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
    flights: Mutex<HashMap<Arc<str>, Flight<E>>>,
    /// Held while a page is compressed at the highest quality, to limit that work to one core.
    compressing: tokio::sync::Mutex<()>,
}

/// Result of a request for a page.
#[derive(Debug, Clone)]
pub enum PageOutcome<E> {
    /// A page that is at least as new as requested.
    Fresh(Arc<CachedPage>),
    /// An older page, because the new one is late or failed.
    Stale(Arc<CachedPage>),
    /// No page, because the render failed.
    Failed(E),
    /// No page, because the render panicked.
    Panicked,
}

/// A render in progress ("single flight"), shared by all concurrent requests for its page.
struct Flight<E> {
    revision: i64,
    landed: watch::Receiver<Option<Result<Arc<CachedPage>, E>>>,
}

impl<E: Clone> Flight<E> {
    fn join(&self) -> Self {
        Self { revision: self.revision, landed: self.landed.clone() }
    }

    /// Waits for the result. `None` if the render panicked.
    async fn landed(mut self) -> Option<Result<Arc<CachedPage>, E>> {
        self.landed.wait_for(Option::is_some).await.ok()?.clone()
    }
}

impl<E: Clone + Send + Sync + 'static> PageCache<E> {
    /// Creates a cache of at most `capacity` bytes.
    #[must_use]
    pub fn new(capacity: usize, clock: Clock) -> Self {
        let shared = CacheState {
            store: Store::new(capacity),
            clock,
            flights: Mutex::default(),
            compressing: tokio::sync::Mutex::default(),
        };
        Self { shared: Arc::new(shared) }
    }

    /// Returns the page if it is cached, at least as new as `revision` and not expired.
    #[must_use]
    pub fn fresh(&self, key: &str, revision: i64) -> Option<Arc<CachedPage>> {
        let is_current = |page: &CachedPage| page.expires_at().is_none_or(|at| self.shared.clock.now() < at);
        self.shared.store.get(key).filter(|page| page.revision >= revision && is_current(page))
    }

    /// Returns a page at least as new as `revision`, rendered if necessary, or an older one if the render fails.
    ///
    /// The caller reads `revision` before this call, and `render` reads its data afterwards. The page is stored with that
    /// revision, so it may be newer than its revision but not older. The render completes even if all requests are
    /// canceled.
    pub async fn get_or_render<F, R>(&self, key: &str, revision: i64, render: F) -> PageOutcome<E>
    where
        F: FnOnce() -> R,
        R: Future<Output = Result<RenderedPage, E>> + Send + 'static,
    {
        match self.shared.store.get(key) {
            Some(old) => match timeout(TIMEOUT, self.render(key, revision, render)).await {
                Ok(PageOutcome::Fresh(page)) => PageOutcome::Fresh(page),
                _ => PageOutcome::Stale(old),
            },
            None => self.render(key, revision, render).await,
        }
    }

    /// Returns the result of the render that is new enough, starting one if there is none.
    async fn render<F, R>(&self, key: &str, revision: i64, render: F) -> PageOutcome<E>
    where
        F: FnOnce() -> R,
        R: Future<Output = Result<RenderedPage, E>> + Send + 'static,
    {
        let flight = loop {
            let older = {
                let mut flights = self.shared.flights();
                // While the flights are locked: one may have landed since the first lookup.
                if let Some(page) = self.fresh(key, revision) {
                    return PageOutcome::Fresh(page);
                }
                match flights.get(key) {
                    Some(flight) if flight.revision >= revision => break flight.join(),
                    Some(flight) => flight.join(),
                    None => {
                        let key: Arc<str> = Arc::from(key);
                        let flight = self.shared.clone().start(key.clone(), revision, render());
                        flights.insert(key, flight.join());
                        break flight;
                    }
                }
            };
            older.landed().await;
        };
        match flight.landed().await {
            Some(Ok(page)) => PageOutcome::Fresh(page),
            Some(Err(error)) => PageOutcome::Failed(error),
            None => PageOutcome::Panicked,
        }
    }
}

impl<E: Clone + Send + Sync + 'static> CacheState<E> {
    fn flights(&self) -> MutexGuard<'_, HashMap<Arc<str>, Flight<E>>> {
        self.flights.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start<R>(self: Arc<Self>, key: Arc<str>, revision: i64, render: R) -> Flight<E>
    where
        R: Future<Output = Result<RenderedPage, E>> + Send + 'static,
    {
        let (announce, landed) = watch::channel(None);
        tokio::spawn(async move {
            let landing = Landing { shared: self.clone(), key: key.clone() };
            let result = match render.await {
                Ok(rendered) => Ok(self.clone().store(key, revision, rendered).await),
                Err(error) => Err(error),
            };
            // Removes the flight before announcing its result, so that no later request joins it.
            drop(landing);
            announce.send_replace(Some(result));
        });
        Flight { revision, landed }
    }

    async fn store(self: Arc<Self>, key: Arc<str>, revision: i64, rendered: RenderedPage) -> Arc<CachedPage> {
        // Most changes of content leave most pages unchanged. Those aren't compressed again.
        let unchanged = self.store.get(&key).filter(|stored| stored.same_content(&rendered));
        let page = match unchanged {
            Some(stored) => stored.renewed(revision, rendered.expires_at),
            None => in_background(move || CachedPage::new(revision, rendered)).await,
        };
        let page = self.store.insert(&key, Arc::new(page));
        if !page.has_best_brotli() {
            tokio::spawn(self.compress_best(key, page.clone()));
        }
        page
    }

    /// Compresses pages one at a time, each only if it is still cached.
    async fn compress_best(self: Arc<Self>, key: Arc<str>, page: Arc<CachedPage>) {
        let _turn = self.compressing.lock().await;
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

/// Removes its flight when dropped, also if the render panics.
struct Landing<E: Clone + Send + Sync + 'static> {
    shared: Arc<CacheState<E>>,
    key: Arc<str>,
}

impl<E: Clone + Send + Sync + 'static> Drop for Landing<E> {
    fn drop(&mut self) {
        self.shared.flights().remove(&self.key);
    }
}

/// Runs work on a blocking thread and resumes its panic, if any.
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
