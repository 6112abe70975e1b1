//! Rate limits per key: a burst of requests, then one more per interval (the generic cell rate algorithm).

mod reserved;

use std::{
    hash::Hash,
    net::{IpAddr, Ipv6Addr},
    sync::{Mutex, MutexGuard, PoisonError},
};

use chrono::TimeDelta;

pub use self::reserved::Reserved;
use crate::platform::{
    clock::Timestamp,
    error::{Error, Result},
    limits::expiry::ExpiringMap,
};

/// A rate limit per key.
pub struct RateLimit<K> {
    burst: i32,
    interval: TimeDelta,
    enabled: bool,
    /// The time at which the whole burst of each key is available again.
    full_again: Mutex<ExpiringMap<K, Timestamp>>,
    /// A larger budget that related keys share, because one client may control all of them.
    wider: Option<Box<Wider<K>>>,
}

struct Wider<K> {
    /// Returns the key of the shared budget, if the key has one.
    key: fn(&K) -> Option<K>,
    limit: RateLimit<K>,
}

/// Budget of an IPv6 /48 network, as a multiple of the budget of a /64 network.
pub const WIDE_BUDGETS: i32 = 8;

impl RateLimit<IpAddr> {
    /// Returns a limit per [network](network_of). All networks of an IPv6 /48 share eight budgets, because one customer of a
    /// hosting company may have the whole /48.
    #[must_use]
    pub fn per_network(burst: i32, interval: TimeDelta, enabled: bool) -> Self {
        let limit = Self::new(burst * WIDE_BUDGETS, interval / WIDE_BUDGETS, enabled);
        let wider = Some(Box::new(Wider { key: |network| wide_network_of(*network), limit }));
        Self { wider, ..Self::new(burst, interval, enabled) }
    }
}

impl<K: Eq + Hash> RateLimit<K> {
    /// Returns a limit that allows `burst` requests at once, then one per `interval`. If not `enabled`, it allows all requests.
    #[must_use]
    pub fn new(burst: i32, interval: TimeDelta, enabled: bool) -> Self {
        Self { burst, interval, enabled, full_again: Mutex::default(), wider: None }
    }

    /// Checks the limit without counting the request.
    pub fn check(&self, key: &K, now: Timestamp) -> Result<()> {
        if !self.enabled {
            return Ok(());
        }
        if let Some((wider, wide)) = self.wider(key) {
            wider.check(&wide, now)?;
        }
        self.check_time(self.lock().get(key), now)
    }

    /// Counts a request without checking the limit.
    pub fn count(&self, key: K, now: Timestamp) {
        if !self.enabled {
            return;
        }
        if let Some((wider, wide)) = self.wider(&key) {
            wider.count(wide, now);
        }
        self.add(&mut self.lock(), key, now);
    }

    /// Checks the limit and counts the request, in one step.
    pub fn take(&self, key: K, now: Timestamp) -> Result<()> {
        if !self.enabled {
            return Ok(());
        }
        let mut map = self.lock();
        self.check_time(map.get(&key), now)?;
        if let Some((wider, wide)) = self.wider(&key) {
            wider.take(wide, now)?;
        }
        self.add(&mut map, key, now);
        Ok(())
    }

    /// Removes one request from the count.
    pub fn give_back(&self, key: &K) {
        if let Some((wider, wide)) = self.wider(key) {
            wider.give_back(&wide);
        }
        if let Some(full_again) = self.lock().get_mut(key) {
            *full_again -= self.interval;
        }
    }

    /// Returns the shared budget of a key, and its key there.
    fn wider(&self, key: &K) -> Option<(&Self, K)> {
        let wider = self.wider.as_deref()?;
        Some((&wider.limit, (wider.key)(key)?))
    }

    fn lock(&self) -> MutexGuard<'_, ExpiringMap<K, Timestamp>> {
        self.full_again.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Fails if not even one request of the burst is available.
    fn check_time(&self, full_again: Option<&Timestamp>, now: Timestamp) -> Result<()> {
        let Some(full_again) = full_again else { return Ok(()) };
        let free_at = *full_again - self.interval * (self.burst - 1);
        if free_at <= now {
            return Ok(());
        }
        Err(Error::rate_limited(free_at - now))
    }

    fn add(&self, map: &mut ExpiringMap<K, Timestamp>, key: K, now: Timestamp) {
        let full_again = map.entry(key, now, now, |full_again| *full_again > now);
        *full_again = (*full_again).max(now) + self.interval;
    }
}

/// Returns the network of a client: an IPv4 address, or the /64 network of an IPv6 address, whose lower bits clients choose.
#[must_use]
pub fn network_of(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(v6) => first_bits(v6, 64),
        v4 => v4,
    }
}

/// Returns the largest network of one customer: an IPv4 address, or the /48 network of an IPv6 address.
#[must_use]
pub fn widest_network_of(ip: IpAddr) -> IpAddr {
    wide_network_of(ip).unwrap_or_else(|| ip.to_canonical())
}

/// Returns the /48 network of an IPv6 address; `None` for IPv4.
pub fn wide_network_of(ip: IpAddr) -> Option<IpAddr> {
    match ip.to_canonical() {
        IpAddr::V6(v6) => Some(first_bits(v6, 48)),
        IpAddr::V4(_) => None,
    }
}

/// Returns the address with only its first bits.
fn first_bits(ip: Ipv6Addr, bits: u32) -> IpAddr {
    IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() & (u128::MAX << (128 - bits))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit() -> RateLimit<&'static str> {
        RateLimit::new(3, TimeDelta::seconds(60), true)
    }

    #[test]
    fn burst_is_followed_by_one_request_per_interval() {
        let (limit, start) = (limit(), Timestamp::default());
        for _ in 0..3 {
            limit.take("a", start).expect("within the burst");
        }
        assert!(matches!(limit.take("a", start), Err(Error::RateLimited { retry_after: 60 })));
        let later = start + TimeDelta::seconds(60);
        limit.take("a", later).expect("one interval later");
        limit.take("a", later).expect_err("only one");
    }

    #[test]
    fn check_counts_nothing_and_each_key_has_its_own_limit() {
        let (limit, start) = (limit(), Timestamp::default());
        for _ in 0..10 {
            limit.check(&"a", start).expect("not counted");
        }
        (0..3).for_each(|_| limit.count("a", start));
        limit.check(&"a", start).expect_err("the burst is used");
        limit.check(&"b", start).expect("another key");
    }

    #[test]
    fn returned_request_does_not_count() {
        let (limit, start) = (limit(), Timestamp::default());
        for _ in 0..10 {
            limit.take("a", start).expect("the previous one was given back");
            limit.give_back(&"a");
        }
        limit.give_back(&"b");
        (0..3).for_each(|_| limit.take("a", start).expect("within the burst"));
        limit.take("a", start).expect_err("over the burst");
    }

    #[test]
    fn ipv6_addresses_of_one_slash_64_are_one_network() {
        let one: IpAddr = "2001:db8::1".parse().expect("address");
        let two: IpAddr = "2001:db8::ffff:2".parse().expect("address");
        assert_eq!(network_of(one), network_of(two));
        let mapped: IpAddr = "::ffff:10.0.0.1".parse().expect("address");
        assert_eq!(network_of(mapped), "10.0.0.1".parse::<IpAddr>().expect("address"));
    }

    fn network(prefix: u16) -> IpAddr {
        network_of(format!("2001:db8:1:{prefix:x}::1").parse().expect("address"))
    }

    #[test]
    fn networks_of_an_ipv6_slash_48_share_eight_budgets() {
        let (limit, start) = (RateLimit::per_network(3, TimeDelta::seconds(60), true), Timestamp::default());
        for number in 0..24 {
            limit.take(network(number), start).expect("within eight budgets");
        }
        limit.take(network(100), start).expect_err("the shared budget is used");
        limit.check(&network(100), start).expect_err("the shared budget is used");
        limit.take("2001:db8:2::1".parse().expect("address"), start).expect("another /48");
        limit.give_back(&network(0));
        limit.take(network(100), start).expect("given back");
        limit
            .take(network(101), start + TimeDelta::seconds(60) / 8)
            .expect("an eighth of the interval later");
    }

    #[test]
    fn refused_requests_do_not_use_the_shared_budget() {
        let (limit, start) = (RateLimit::per_network(3, TimeDelta::seconds(60), true), Timestamp::default());
        for _ in 0..100 {
            let _ = limit.take(network(0), start);
        }
        limit.take(network(1), start).expect("three of 24 were counted");
    }

    #[test]
    fn ipv4_addresses_have_separate_budgets() {
        let (limit, start) = (RateLimit::per_network(1, TimeDelta::seconds(60), true), Timestamp::default());
        for number in 0..100u8 {
            limit.take(IpAddr::from([10, 0, 0, number]), start).expect("a separate budget");
        }
    }
}
