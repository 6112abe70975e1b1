//! A cache for one value that depends on the site's content.

use std::sync::{PoisonError, RwLock};

use crate::platform::error::Result;

/// A value and the content revision at which it was read. For a value that also depends on something that only grows, such as
/// the day, the revision is a tuple: `(revision, day)`.
pub struct ByRevision<T, R = i64>(RwLock<Option<(R, T)>>);

// The derived implementation would require `T: Default`.
impl<T, R> Default for ByRevision<T, R> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<T: Clone, R: Copy + PartialOrd> ByRevision<T, R> {
    /// Returns the cached value if it was read at `revision` or later; otherwise awaits `read` and caches its value. The caller
    /// must get `revision`, the current content revision, before this call.
    pub async fn get(&self, revision: R, read: impl Future<Output = Result<T>>) -> Result<T> {
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
