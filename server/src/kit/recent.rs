//! A value that is worked out again once it is older than its lifetime, by one caller while the others wait.

use chrono::TimeDelta;
use tokio::sync::Mutex;

use super::clock::Timestamp;

pub struct Recent<T> {
    lifetime: TimeDelta,
    value: Mutex<Option<(Timestamp, T)>>,
}

impl<T: Clone> Recent<T> {
    #[must_use]
    pub fn new(lifetime: TimeDelta) -> Self {
        Self { lifetime, value: Mutex::new(None) }
    }

    /// `now` is the steady time.
    pub async fn get(&self, now: Timestamp, work_out: impl AsyncFnOnce() -> T) -> T {
        let mut value = self.value.lock().await;
        if let Some((at, value)) = &*value
            && now - *at < self.lifetime
        {
            return value.clone();
        }
        let fresh = work_out().await;
        *value = Some((now, fresh.clone()));
        fresh
    }
}
