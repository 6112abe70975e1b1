//! A cached value that is read again after the site's content has changed.

use std::sync::{PoisonError, RwLock};

use super::error::Result;

pub struct ByRevision<T>(RwLock<Option<(i64, T)>>);

// The derived implementation would require `T: Default`.
impl<T> Default for ByRevision<T> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<T: Clone> ByRevision<T> {
    /// Returns the value of `revision` or a later one. `read` reads it if it is not cached; `revision` must be the content
    /// revision from before.
    pub async fn get(&self, revision: i64, read: impl Future<Output = Result<T>>) -> Result<T> {
        if let Some((_, value)) =
            self.0.read().unwrap_or_else(PoisonError::into_inner).as_ref().filter(|(at, _)| *at >= revision)
        {
            return Ok(value.clone());
        }
        let value = read.await?;
        let mut cached = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if cached.as_ref().is_none_or(|(at, _)| *at < revision) {
            *cached = Some((revision, value.clone()));
        }
        Ok(value)
    }
}
