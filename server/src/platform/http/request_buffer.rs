//! A buffer for requests that are answered immediately and processed later. Its memory is bounded: a full buffer drops further
//! requests and counts them.

use std::{
    collections::VecDeque,
    net::IpAddr,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use tokio::sync::Notify;

use crate::platform::clock::Timestamp;

/// Maximum number of requests in the buffer. With bodies of up to 2 KiB, they need less than 20 MB.
const MAX_REQUESTS: usize = 5_000;
/// Maximum number of bytes of a user agent. The rest is cut off.
const MAX_USER_AGENT: usize = 400;

/// The parts of a request that are needed to process it later.
#[derive(Debug)]
pub struct BufferedRequest {
    pub received_at: Timestamp,
    pub ip: IpAddr,
    pub user_agent: String,
    pub body: Vec<u8>,
}

impl BufferedRequest {
    /// Copies the user agent and the body.
    #[must_use]
    pub fn new(received_at: Timestamp, ip: IpAddr, user_agent: &str, body: &[u8]) -> Self {
        let user_agent = &user_agent[..user_agent.floor_char_boundary(MAX_USER_AGENT)];
        Self { received_at, ip, user_agent: user_agent.to_owned(), body: body.to_vec() }
    }
}

/// A bounded queue of requests.
#[derive(Default)]
pub struct RequestBuffer {
    requests: Mutex<VecDeque<BufferedRequest>>,
    dropped: AtomicU64,
    arrived: Notify,
}

impl RequestBuffer {
    /// Adds a request, or drops it if the buffer is full.
    pub fn add(&self, request: BufferedRequest) {
        let mut requests = self.lock();
        if requests.len() < MAX_REQUESTS {
            requests.push_back(request);
            drop(requests);
            self.arrived.notify_one();
        } else {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Removes and returns the oldest requests, at most `max`.
    #[must_use]
    pub fn take(&self, max: usize) -> Vec<BufferedRequest> {
        let mut requests = self.lock();
        let count = requests.len().min(max);
        requests.drain(..count).collect()
    }

    /// Returns the number of requests dropped since the last call.
    #[must_use]
    pub fn take_dropped(&self) -> u64 {
        self.dropped.swap(0, Ordering::Relaxed)
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// Waits until a request arrives, or returns at once if one has arrived since the last wait.
    pub async fn arrival(&self) {
        self.arrived.notified().await;
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<BufferedRequest>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn full_buffer_drops_and_counts_requests() {
        let buffer = RequestBuffer::default();
        for number in 0..MAX_REQUESTS + 7 {
            let body = number.to_string();
            let ip = Ipv4Addr::LOCALHOST.into();
            buffer.add(BufferedRequest::new(
                Timestamp::default(),
                ip,
                "é".repeat(300).as_str(),
                body.as_bytes(),
            ));
        }
        assert_eq!((buffer.take_dropped(), buffer.take_dropped()), (7, 0));
        let first = buffer.take(2);
        assert_eq!((&*first[0].body, &*first[1].body), (&b"0"[..], &b"1"[..]));
        assert!(first[0].user_agent.len() <= MAX_USER_AGENT);
        assert_eq!(buffer.take(usize::MAX).len(), MAX_REQUESTS - 2);
        assert!(buffer.is_empty());
    }
}
