//! Values in memory: caches, and what is stored later. [`Caches`] has one cache of the process for each type; modules above the tier
//! `app` define the types.

pub mod by_revision;
pub mod counter;
pub mod pending_times;
pub mod ttl_cache;

use std::sync::{Arc, Mutex, PoisonError};

use axum::http::Extensions;

#[derive(Clone, Default)]
pub struct Caches(Arc<Mutex<Extensions>>);

impl Caches {
    /// Returns the cache of type `T`, which the first call creates.
    #[must_use]
    pub fn get<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let mut caches = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(caches.get_or_insert_default())
    }
}
