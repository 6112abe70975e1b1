//! How often one address may do a thing: a burst, then one more per interval (the generic cell rate algorithm).
//! Asking and counting are separate calls, so that a sign-in can count failures only.

mod reserved;

use std::{
    hash::Hash,
    net::{IpAddr, Ipv6Addr},
    sync::{Mutex, MutexGuard, PoisonError},
};

use chrono::TimeDelta;

use super::{
    clock::Timestamp,
    error::{Error, Result},
    expiry::Swept,
};

pub struct RateLimit<K> {
    burst: i32,
    interval: TimeDelta,
    enabled: bool,
    /// When each key will have its whole burst back.
    full_again: Mutex<Swept<K, Timestamp>>,
    /// Many keys that one owner may have at will share a larger budget.
    wider: Option<Box<Wider<K>>>,
}

struct Wider<K> {
    /// The key of the shared budget; none for keys without one.
    key: fn(&K) -> Option<K>,
    limit: RateLimit<K>,
}

/// How many budgets of an IPv6 /64 a whole /48 has.
pub(super) const WIDE_BUDGETS: i32 = 8;

impl RateLimit<IpAddr> {
    /// A limit of each network as [`network_of`] names it. All networks of an IPv6 /48 together have eight budgets: a
    /// /48 is what one customer of a hosting company gets.
    #[must_use]
    pub fn per_network(burst: i32, interval: TimeDelta, enabled: bool) -> Self {
        let limit = Self::new(burst * WIDE_BUDGETS, interval / WIDE_BUDGETS, enabled);
        let wider = Some(Box::new(Wider { key: |network| wide_network_of(*network), limit }));
        Self { wider, ..Self::new(burst, interval, enabled) }
    }
}

impl<K: Eq + Hash> RateLimit<K> {
    /// `burst` at once, then one per `interval`; a limit that isn't enabled lets everything pass.
    #[must_use]
    pub fn new(burst: i32, interval: TimeDelta, enabled: bool) -> Self {
        Self { burst, interval, enabled, full_again: Mutex::default(), wider: None }
    }

    /// Is there room for one more? Counts nothing.
    pub fn check(&self, key: &K, now: Timestamp) -> Result<()> {
        if !self.enabled {
            return Ok(());
        }
        if let Some((wider, wide)) = self.wider(key) {
            wider.check(&wide, now)?;
        }
        self.room(self.lock().get(key), now)
    }

    /// One has happened.
    pub fn count(&self, key: K, now: Timestamp) {
        if !self.enabled {
            return;
        }
        if let Some((wider, wide)) = self.wider(&key) {
            wider.count(wide, now);
        }
        self.add(&mut self.lock(), key, now);
    }

    /// Asks and counts in one step: of many at once no more pass than there is room for.
    pub fn take(&self, key: K, now: Timestamp) -> Result<()> {
        if !self.enabled {
            return Ok(());
        }
        let mut map = self.lock();
        self.room(map.get(&key), now)?;
        if let Some((wider, wide)) = self.wider(&key) {
            wider.take(wide, now)?;
        }
        self.add(&mut map, key, now);
        Ok(())
    }

    /// What was taken turned out to be none of those that count.
    pub fn give_back(&self, key: &K) {
        if let Some((wider, wide)) = self.wider(key) {
            wider.give_back(&wide);
        }
        if let Some(full_again) = self.lock().get_mut(key) {
            *full_again -= self.interval;
        }
    }

    fn wider(&self, key: &K) -> Option<(&Self, K)> {
        let wider = self.wider.as_deref()?;
        Some((&wider.limit, (wider.key)(key)?))
    }

    fn lock(&self) -> MutexGuard<'_, Swept<K, Timestamp>> {
        self.full_again.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn room(&self, full_again: Option<&Timestamp>, now: Timestamp) -> Result<()> {
        let Some(full_again) = full_again else { return Ok(()) };
        let free_at = *full_again - self.interval * (self.burst - 1);
        if free_at <= now {
            return Ok(());
        }
        let millis = (free_at - now).num_milliseconds();
        Err(Error::RateLimited { retry_after: u64::try_from(millis).unwrap_or(0).div_ceil(1000).max(1) })
    }

    fn add(&self, map: &mut Swept<K, Timestamp>, key: K, now: Timestamp) {
        let full_again = map.entry(key, now, now, |full_again| *full_again > now);
        *full_again = (*full_again).max(now) + self.interval;
    }
}

/// What one visitor can't change at will: an IPv4 address, or the /64 network of an IPv6 one.
#[must_use]
pub fn network_of(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(v6) => first_bits(v6, 64),
        v4 => v4,
    }
}

/// An IPv4 address, or the /48 network of an IPv6 one: what a provider gives one customer at most.
#[must_use]
pub fn widest_network_of(ip: IpAddr) -> IpAddr {
    wide_network_of(ip).unwrap_or_else(|| ip.to_canonical())
}

/// The /48 network of an IPv6 address; none for IPv4.
pub(super) fn wide_network_of(ip: IpAddr) -> Option<IpAddr> {
    match ip.to_canonical() {
        IpAddr::V6(v6) => Some(first_bits(v6, 48)),
        IpAddr::V4(_) => None,
    }
}

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
    fn a_burst_then_one_per_interval() {
        let (limit, start) = (limit(), Timestamp::default());
        for _ in 0..3 {
            limit.take("a", start).expect("within the burst");
        }
        assert!(matches!(limit.take("a", start), Err(Error::RateLimited { retry_after: 60 })));
        let later = start + TimeDelta::seconds(60);
        limit.take("a", later).expect("one interval on");
        limit.take("a", later).expect_err("only one");
    }

    #[test]
    fn asking_counts_nothing_and_keys_are_apart() {
        let (limit, start) = (limit(), Timestamp::default());
        for _ in 0..10 {
            limit.check(&"a", start).expect("nothing counted");
        }
        (0..3).for_each(|_| limit.count("a", start));
        limit.check(&"a", start).expect_err("burst used up");
        limit.check(&"b", start).expect("another key");
    }

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let (limit, start) = (limit(), Timestamp::default());
        for _ in 0..10 {
            limit.take("a", start).expect("given back each time");
            limit.give_back(&"a");
        }
        limit.give_back(&"b");
        (0..3).for_each(|_| limit.take("a", start).expect("the whole burst, and no more"));
        limit.take("a", start).expect_err("used up");
    }

    #[test]
    fn an_ipv6_visitor_is_a_64_bit_network() {
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
    fn networks_of_a_wide_ipv6_network_share_eight_budgets() {
        let (limit, start) = (RateLimit::per_network(3, TimeDelta::seconds(60), true), Timestamp::default());
        for number in 0..24 {
            limit.take(network(number), start).expect("within eight budgets");
        }
        limit.take(network(100), start).expect_err("used up for every /64");
        limit.check(&network(100), start).expect_err("used up for every /64");
        limit.take("2001:db8:2::1".parse().expect("address"), start).expect("another /48");
        limit.give_back(&network(0));
        limit.take(network(100), start).expect("given back");
        limit
            .take(network(101), start + TimeDelta::seconds(60) / 8)
            .expect("an eighth of the interval later");
    }

    #[test]
    fn refused_networks_use_up_no_wide_budget() {
        let (limit, start) = (RateLimit::per_network(3, TimeDelta::seconds(60), true), Timestamp::default());
        for _ in 0..100 {
            let _ = limit.take(network(0), start);
        }
        limit.take(network(1), start).expect("three of 24 are used");
    }

    #[test]
    fn ipv4_addresses_share_nothing() {
        let (limit, start) = (RateLimit::per_network(1, TimeDelta::seconds(60), true), Timestamp::default());
        for number in 0..100u8 {
            limit.take(IpAddr::from([10, 0, 0, number]), start).expect("a budget of its own");
        }
    }
}
