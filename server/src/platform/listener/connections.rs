//! Limits of open connections: in total and per network.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::time::{Duration, Instant};

use crate::platform::limits::rate_limit::{WIDE_BUDGETS, network_of, wide_network_of};

/// Minimum time between two log entries about refused connections.
const REPORT_INTERVAL: Duration = Duration::from_secs(60);

/// Open files that the process needs besides its connections.
const OTHER_FILES: usize = 256;

/// Maximum numbers of open connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Maximum in total. Default 4096.
    pub total: usize,
    /// Maximum per network, which is an IPv4 address or an IPv6 /64. An IPv6 /48 may have eight times as many. Default 256.
    pub per_network: usize,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self { total: 4096, per_network: 256 }
    }
}

impl ConnectionLimits {
    /// Lowers the total limit for a process that may have this number of open files. Each connection is a file, and may need
    /// another one for its response.
    #[must_use]
    pub fn within(self, open_files: usize) -> Self {
        Self { total: self.total.min(open_files.saturating_sub(OTHER_FILES) / 2).max(1), ..self }
    }
}

/// Counts refused connections between log entries about them.
#[derive(Default)]
pub struct RefusedConnections {
    count: u64,
    reported_at: Option<Instant>,
}

impl RefusedConnections {
    /// Counts a refused connection. Returns the number since the last log entry if it is time for the next one.
    pub fn count(&mut self, now: Instant) -> Option<u64> {
        self.count += 1;
        if self.reported_at.is_some_and(|reported_at| now - reported_at < REPORT_INTERVAL) {
            return None;
        }
        self.reported_at = Some(now);
        Some(std::mem::take(&mut self.count))
    }
}

/// Counts open connections.
pub struct Connections {
    limits: ConnectionLimits,
    counts: Mutex<OpenCounts>,
}

#[derive(Default)]
struct OpenCounts {
    total: usize,
    /// Number of connections by network. An IPv6 connection counts in two networks, its /64 and its /48.
    networks: HashMap<Network, usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Network {
    /// An IPv4 address or an IPv6 /64.
    Narrow(IpAddr),
    /// An IPv6 /48.
    Wide(IpAddr),
}

/// One open connection, counted until it is dropped.
pub struct OpenConnection {
    connections: Arc<Connections>,
    networks: [Option<Network>; 2],
}

impl Connections {
    #[must_use]
    pub fn new(limits: ConnectionLimits) -> Arc<Self> {
        Arc::new(Self { limits, counts: Mutex::default() })
    }

    /// Counts a connection from `peer`. Returns `None` if a limit is reached. Only the total limit applies to a proxy, because it
    /// forwards requests of many networks.
    #[must_use]
    pub fn open(self: &Arc<Self>, peer: IpAddr, is_proxy: bool) -> Option<OpenConnection> {
        let networks = if is_proxy { [None, None] } else { networks_of(peer) };
        let mut counts = self.lock();
        if counts.total >= self.limits.total {
            return None;
        }
        let count = |network: &Network| counts.networks.get(network).copied().unwrap_or(0);
        if networks.iter().flatten().any(|network| count(network) >= self.limit_of(*network)) {
            return None;
        }
        counts.total += 1;
        for network in networks.iter().flatten() {
            *counts.networks.entry(*network).or_insert(0) += 1;
        }
        Some(OpenConnection { connections: self.clone(), networks })
    }

    fn limit_of(&self, network: Network) -> usize {
        match network {
            Network::Narrow(_) => self.limits.per_network,
            Network::Wide(_) => self.limits.per_network * WIDE_BUDGETS as usize,
        }
    }

    fn lock(&self) -> MutexGuard<'_, OpenCounts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let mut counts = self.connections.lock();
        counts.total -= 1;
        for network in self.networks.iter().flatten() {
            if let Some(count) = counts.networks.get_mut(network) {
                *count -= 1;
                if *count == 0 {
                    counts.networks.remove(network);
                }
            }
        }
    }
}

/// Returns the networks in which a connection counts.
fn networks_of(peer: IpAddr) -> [Option<Network>; 2] {
    [Some(Network::Narrow(network_of(peer))), wide_network_of(peer).map(Network::Wide)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn refused_connections_are_reported_at_most_once_a_minute_with_their_number() {
        let (mut refused, start) = (RefusedConnections::default(), Instant::now());
        assert_eq!(refused.count(start), Some(1));
        assert_eq!(refused.count(start), None);
        assert_eq!(refused.count(start + Duration::from_secs(59)), None);
        assert_eq!(refused.count(start + REPORT_INTERVAL), Some(3));
    }

    #[test]
    fn limit_of_a_network_leaves_connections_for_others() {
        let connections = Connections::new(ConnectionLimits { total: 5, per_network: 2 });
        let first = connections.open(ip("1.2.3.4"), false).expect("the first");
        let _second = connections.open(ip("1.2.3.4"), false).expect("the second");
        assert!(connections.open(ip("1.2.3.4"), false).is_none(), "a third from one network");
        let _other = connections.open(ip("1.2.3.5"), false).expect("another network");
        let _proxied: Vec<_> =
            (0..2).map(|_| connections.open(ip("1.2.3.4"), true).expect("a proxy")).collect();
        assert!(connections.open(ip("9.9.9.9"), true).is_none(), "a sixth in total");
        drop(first);
        let _third = connections.open(ip("1.2.3.4"), false).expect("one was closed");
    }

    #[test]
    fn ipv6_slash_48_has_eight_times_the_limit_of_a_slash_64() {
        let connections = Connections::new(ConnectionLimits { total: 100, per_network: 2 });
        let open: Vec<_> = (0..40)
            .filter_map(|number| connections.open(ip(&format!("2001:db8:1:{number}::1")), false))
            .collect();
        assert_eq!(open.len(), 16);
        assert!(connections.open(ip("2001:db8:2::1"), false).is_some());
        drop(open);
        assert!(connections.lock().networks.is_empty(), "closed connections are forgotten");
    }

    #[test]
    fn total_limit_is_lowered_to_the_limit_of_open_files() {
        let limits = ConnectionLimits { total: 4096, per_network: 256 };
        assert_eq!(limits.within(1024).total, 384);
        assert_eq!(limits.within(65_536), limits);
    }
}
