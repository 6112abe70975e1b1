//! A cached value with a maximum age. One task computes it while the others wait.

use chrono::TimeDelta;
use tokio::sync::Mutex;

use crate::platform::clock::Timestamp;

/// A value, and the steady time at which it was computed.
pub struct TtlCache<T> {
    lifetime: TimeDelta,
    value: Mutex<Option<(Timestamp, T)>>,
}

impl<T: Clone> TtlCache<T> {
    #[must_use]
    pub fn new(lifetime: TimeDelta) -> Self {
        Self { lifetime, value: Mutex::new(None) }
    }

    /// Returns the cached value, or computes it if it is missing or too old. `now` is the steady time.
    pub async fn get(&self, now: Timestamp, compute: impl AsyncFnOnce() -> T) -> T {
        let mut value = self.value.lock().await;
        if let Some((at, value)) = &*value
            && now - *at < self.lifetime
        {
            return value.clone();
        }
        let fresh = compute().await;
        *value = Some((now, fresh.clone()));
        fresh
    }
}
