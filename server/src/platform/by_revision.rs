//! A value that is read again only when content has changed.

use std::sync::{PoisonError, RwLock};

use super::error::Result;

pub struct ByRevision<T>(RwLock<Option<(i64, T)>>);

// Derived, it would ask for `T: Default`.
impl<T> Default for ByRevision<T> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<T: Clone> ByRevision<T> {
    /// The value at least as new as `revision`, which must be known before `read` begins.
    pub async fn get(&self, revision: i64, read: impl Future<Output = Result<T>>) -> Result<T> {
        if let Some((_, value)) =
            self.0.read().unwrap_or_else(PoisonError::into_inner).as_ref().filter(|(at, _)| *at >= revision)
        {
            return Ok(value.clone());
        }
        let value = read.await?;
        let mut kept = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if kept.as_ref().is_none_or(|(at, _)| *at < revision) {
            *kept = Some((revision, value.clone()));
        }
        Ok(value)
    }
}
