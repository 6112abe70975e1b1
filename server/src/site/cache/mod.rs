//! Rendered pages by path, until the content changes.
//!
//! A page is valid for one revision of the content and, where it shows a time-dependent text, until that text changes.
//! After that the page is rendered again, once however many ask for it; they wait a moment for the new one and else get
//! the old. What failed to render is never kept.

mod page;
mod store;

use std::{
    collections::HashMap,
    future::Future,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{sync::watch, task::spawn_blocking, time::timeout};

pub use page::{CachedPage, Rendered};
use store::Store;

use crate::platform::clock::Clock;

/// How long a request waits for a new page while there is an old one. Whoever changes something must see it on the
/// next load, so this is as long as a render may take at all; the old page is for when that fails.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Pages by key: the path with its canonical query. `E` is the error of a render, handed to everyone who waited.
pub struct PageCache<E> {
    shared: Arc<Shared<E>>,
}

// Derived, it would ask for `E: Clone`.
impl<E> Clone for PageCache<E> {
    fn clone(&self) -> Self {
        Self { shared: self.shared.clone() }
    }
}

struct Shared<E> {
    store: Store,
    clock: Clock,
    flights: Mutex<HashMap<Arc<str>, Flight<E>>>,
    /// Held while one page is compressed at its best: that work must never take more than one core.
    compressing: tokio::sync::Mutex<()>,
}

/// What a request for a page comes to.
#[derive(Debug, Clone)]
pub enum Outcome<E> {
    /// A page at least as new as asked for.
    Fresh(Arc<CachedPage>),
    /// An older page: the new one is late or failed.
    Stale(Arc<CachedPage>),
    /// No page at all, and why.
    Failed(E),
    /// No page at all: the render panicked.
    Panicked,
}

/// A render under way ("single flight"): all who want its page wait for this one.
struct Flight<E> {
    revision: i64,
    landed: watch::Receiver<Option<Result<Arc<CachedPage>, E>>>,
}

impl<E: Clone> Flight<E> {
    fn join(&self) -> Self {
        Self { revision: self.revision, landed: self.landed.clone() }
    }

    /// Nothing if it panicked.
    async fn landed(mut self) -> Option<Result<Arc<CachedPage>, E>> {
        self.landed.wait_for(Option::is_some).await.ok()?.clone()
    }
}

impl<E: Clone + Send + Sync + 'static> PageCache<E> {
    /// A cache of at most `capacity` bytes.
    #[must_use]
    pub fn new(capacity: usize, clock: Clock) -> Self {
        let shared = Shared {
            store: Store::new(capacity),
            clock,
            flights: Mutex::default(),
            compressing: tokio::sync::Mutex::default(),
        };
        Self { shared: Arc::new(shared) }
    }

    /// The page, if it is there, at least as new as `revision` and not expired.
    #[must_use]
    pub fn fresh(&self, key: &str, revision: i64) -> Option<Arc<CachedPage>> {
        let is_current = |page: &CachedPage| page.expires_at().is_none_or(|at| self.shared.clock.now() < at);
        self.shared.store.get(key).filter(|page| page.revision >= revision && is_current(page))
    }

    /// The page at least as new as `revision`, rendered if need be; failing that, an older one.
    ///
    /// `revision` must have been read before this call and `render` read its data after it: the page is stored as being
    /// of that revision, so it may turn out newer than it says but never older. The render runs to its end even when
    /// all who wait for it go away.
    pub async fn get_or_render<F, R>(&self, key: &str, revision: i64, render: F) -> Outcome<E>
    where
        F: FnOnce() -> R,
        R: Future<Output = Result<Rendered, E>> + Send + 'static,
    {
        match self.shared.store.get(key) {
            Some(old) => match timeout(TIMEOUT, self.render(key, revision, render)).await {
                Ok(Outcome::Fresh(page)) => Outcome::Fresh(page),
                _ => Outcome::Stale(old),
            },
            None => self.render(key, revision, render).await,
        }
    }

    /// The page of the flight that brings one new enough, which is started if there is none.
    async fn render<F, R>(&self, key: &str, revision: i64, render: F) -> Outcome<E>
    where
        F: FnOnce() -> R,
        R: Future<Output = Result<Rendered, E>> + Send + 'static,
    {
        let flight = loop {
            let too_old = {
                let mut flights = self.shared.flights();
                // With the flights held still: one that has landed since this request looked isn't missed.
                if let Some(page) = self.fresh(key, revision) {
                    return Outcome::Fresh(page);
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
            too_old.landed().await;
        };
        match flight.landed().await {
            Some(Ok(page)) => Outcome::Fresh(page),
            Some(Err(error)) => Outcome::Failed(error),
            None => Outcome::Panicked,
        }
    }
}

impl<E: Clone + Send + Sync + 'static> Shared<E> {
    fn flights(&self) -> MutexGuard<'_, HashMap<Arc<str>, Flight<E>>> {
        self.flights.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start<R>(self: Arc<Self>, key: Arc<str>, revision: i64, render: R) -> Flight<E>
    where
        R: Future<Output = Result<Rendered, E>> + Send + 'static,
    {
        let (announce, landed) = watch::channel(None);
        tokio::spawn(async move {
            let landing = Landing { shared: self.clone(), key: key.clone() };
            let result = match render.await {
                Ok(rendered) => Ok(self.clone().keep(key, revision, rendered).await),
                Err(error) => Err(error),
            };
            // First the flight goes, then the news: who hears it and asks again must not meet the flight.
            drop(landing);
            announce.send_replace(Some(result));
        });
        Flight { revision, landed }
    }

    async fn keep(self: Arc<Self>, key: Arc<str>, revision: i64, rendered: Rendered) -> Arc<CachedPage> {
        // Most changes leave most pages as they were: those needn't be compressed again.
        let unchanged = self.store.get(&key).filter(|there| there.same_content(&rendered));
        let page = match unchanged {
            Some(there) => there.renewed(revision, rendered.expires_at),
            None => in_background(move || CachedPage::new(revision, rendered)).await,
        };
        let page = self.store.insert(&key, Arc::new(page));
        if !page.has_best_brotli() {
            tokio::spawn(self.compress_at_its_best(key, page.clone()));
        }
        page
    }

    /// One page after the other, and only while it is still the one that is served.
    async fn compress_at_its_best(self: Arc<Self>, key: Arc<str>, page: Arc<CachedPage>) {
        let _turn = self.compressing.lock().await;
        let wanted = |there: &CachedPage| !there.has_best_brotli() && there.same_content(&page.rendered);
        if !self.store.get(&key).is_some_and(|there| wanted(&there)) {
            return;
        }
        let same = page.clone();
        let bytes = in_background(move || same.best_brotli()).await;
        self.store.update(&key, |there| wanted(there).then(|| there.with_best_brotli(bytes)));
    }
}

/// Removes its flight, also when the render panics.
struct Landing<E: Clone + Send + Sync + 'static> {
    shared: Arc<Shared<E>>,
    key: Arc<str>,
}

impl<E: Clone + Send + Sync + 'static> Drop for Landing<E> {
    fn drop(&mut self) {
        self.shared.flights().remove(&self.key);
    }
}

async fn in_background<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // Only a runtime shutting down cancels such work, and then nobody is left to wait.
            Err(_canceled) => std::future::pending().await,
        },
    }
}

#[cfg(test)]
mod tests;
