//! Storage of pages by key, limited by their total size. The oldest pages are evicted first, but a page that was used since
//! it was last considered is skipped once ("second chance"). This approximates LRU, and a hit only sets a flag.

use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicBool, Ordering},
    },
};

use super::CachedPage;

pub(super) struct Store {
    /// Maximum total size of the pages in bytes.
    capacity: usize,
    pages: RwLock<Pages>,
}

#[derive(Default)]
struct Pages {
    by_key: HashMap<Arc<str>, StoredPage>,
    /// All keys, the next candidate for eviction first.
    order: VecDeque<Arc<str>>,
    /// Total size of the pages.
    bytes: usize,
}

struct StoredPage {
    page: Arc<CachedPage>,
    /// Whether the page was used since it was last considered for eviction.
    used: AtomicBool,
}

impl Store {
    pub(super) fn new(capacity: usize) -> Self {
        Self { capacity, pages: RwLock::default() }
    }

    /// Returns the page at `key`, and marks it as used.
    pub(super) fn get(&self, key: &str) -> Option<Arc<CachedPage>> {
        let pages = self.read();
        let entry = pages.by_key.get(key)?;
        // A flag that is set isn't written again, so that its cache line stays shared between cores.
        if !entry.used.load(Ordering::Relaxed) {
            entry.used.store(true, Ordering::Relaxed);
        }
        Some(entry.page.clone())
    }

    /// Stores `page` unless a newer one is stored, and returns the newer of both. A page larger than the capacity is not
    /// stored.
    pub(super) fn insert(&self, key: &Arc<str>, page: Arc<CachedPage>) -> Arc<CachedPage> {
        let mut pages = self.write();
        if let Some(stored) = pages.by_key.get(key).filter(|stored| stored.page.revision > page.revision) {
            return stored.page.clone();
        }
        pages.put(key, page.clone(), self.capacity);
        page
    }

    /// Replaces the page at `key` with the result of `change`, if it returns one.
    pub(super) fn update(&self, key: &Arc<str>, change: impl FnOnce(&CachedPage) -> Option<CachedPage>) {
        let mut pages = self.write();
        if let Some(changed) = pages.by_key.get(key).and_then(|stored| change(&stored.page)) {
            pages.put(key, Arc::new(changed), self.capacity);
        }
    }

    // A poisoned lock is still usable: at worst, the panic left a wrong total size.
    fn read(&self) -> RwLockReadGuard<'_, Pages> {
        self.pages.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Pages> {
        self.pages.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pages {
    fn put(&mut self, key: &Arc<str>, page: Arc<CachedPage>, capacity: usize) {
        if page.size() > capacity {
            return;
        }
        self.bytes += page.size();
        // Marked as used, so that a new page isn't the first to be evicted.
        match self.by_key.insert(key.clone(), StoredPage { page, used: AtomicBool::new(true) }) {
            Some(replaced) => self.bytes -= replaced.page.size(),
            None => self.order.push_back(key.clone()),
        }
        while self.bytes > capacity {
            let Some(key) = self.order.pop_front() else { break };
            self.evict_unless_used(key);
        }
    }

    /// Evicts a page, or makes it the last candidate and clears its flag if it was used.
    fn evict_unless_used(&mut self, key: Arc<str>) {
        let used = self.by_key.get(&key).is_some_and(|entry| entry.used.swap(false, Ordering::Relaxed));
        if used {
            self.order.push_back(key);
        } else if let Some(evicted) = self.by_key.remove(&key) {
            self.bytes -= evicted.page.size();
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, StatusCode};
    use bytes::Bytes;

    use super::*;
    use crate::site::cache::RenderedPage;

    fn page(revision: i64, content: &str) -> Arc<CachedPage> {
        let content_type = HeaderValue::from_static("text/html; charset=utf-8");
        let body = Bytes::copy_from_slice(content.as_bytes());
        Arc::new(CachedPage::new(
            revision,
            RenderedPage {
                status: StatusCode::OK,
                content_type,
                body,
                expires_at: None,
                headers: HeaderMap::new(),
            },
        ))
    }

    fn key(key: &str) -> Arc<str> {
        Arc::from(key)
    }

    /// Creates a store with space for this number of pages with the content "x".
    fn room_for(pages: usize) -> Store {
        Store::new(page(1, "x").size() * pages)
    }

    fn keys(store: &Store) -> Vec<String> {
        let mut keys: Vec<_> = store.read().by_key.keys().map(|key| key.to_string()).collect();
        keys.sort();
        keys
    }

    #[test]
    fn older_page_does_not_replace_a_newer_one() {
        let store = room_for(3);
        store.insert(&key("/"), page(2, "new"));
        assert_eq!(store.insert(&key("/"), page(1, "old")).revision, 2);
        assert_eq!(store.get("/").unwrap().revision, 2);
        store.insert(&key("/"), page(3, "newer"));
        assert_eq!(store.get("/").unwrap().revision, 3);
        assert!(store.get("/contato").is_none());
    }

    #[test]
    fn unused_pages_are_evicted_first() {
        let store = room_for(3);
        for path in ["/a", "/b", "/c"] {
            store.insert(&key(path), page(1, "x"));
        }
        // The first new page clears all flags and evicts the oldest page.
        store.insert(&key("/d"), page(1, "x"));
        assert_eq!(keys(&store), ["/b", "/c", "/d"]);
        store.get("/b");
        store.insert(&key("/e"), page(1, "x"));
        assert_eq!(keys(&store), ["/b", "/d", "/e"]);
    }

    #[test]
    fn size_is_correct_after_replacing_and_evicting() {
        let store = room_for(3);
        for round in 0..10 {
            for path in ["/a", "/b", "/c", "/d"] {
                store.insert(&key(path), page(round, "x"));
                store.insert(&key(path), page(round, "y"));
            }
        }
        let pages = store.read();
        assert_eq!(pages.bytes, pages.by_key.values().map(|entry| entry.page.size()).sum::<usize>());
        assert_eq!(pages.by_key.len(), 3);
        assert_eq!(pages.order.len(), 3);
    }

    #[test]
    fn page_larger_than_the_capacity_is_not_stored() {
        let store = room_for(2);
        store.insert(&key("/a"), page(1, "x"));
        let huge: String = (0..30_000).map(|number| format!("{number} ")).collect();
        store.insert(&key("/huge"), page(1, &huge));
        assert_eq!(keys(&store), ["/a"]);
    }
}
