//! Caches of the process, one for each type. Modules above the tier `app` define the types.

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
