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
    sweep::Swept,
};

pub struct RateLimit<K> {
    burst: i32,
    interval: TimeDelta,
    enabled: bool,
    /// When each key will have its whole burst back.
    full_again: Mutex<Swept<K, Timestamp>>,
}

impl<K: Eq + Hash> RateLimit<K> {
    /// `burst` at once, then one per `interval`; a limit that isn't enabled lets everything pass.
    #[must_use]
    pub fn new(burst: i32, interval: TimeDelta, enabled: bool) -> Self {
        Self { burst, interval, enabled, full_again: Mutex::default() }
    }

    /// Is there room for one more? Counts nothing.
    pub fn check(&self, key: &K, now: Timestamp) -> Result<()> {
        if self.enabled { self.room(self.lock().get(key), now) } else { Ok(()) }
    }

    /// One has happened.
    pub fn count(&self, key: K, now: Timestamp) {
        if self.enabled {
            self.add(&mut self.lock(), key, now);
        }
    }

    /// Asks and counts in one step: of many at once no more pass than there is room for.
    pub fn take(&self, key: K, now: Timestamp) -> Result<()> {
        if !self.enabled {
            return Ok(());
        }
        let mut map = self.lock();
        self.room(map.get(&key), now)?;
        self.add(&mut map, key, now);
        Ok(())
    }

    /// What was taken turned out to be none of those that count.
    pub fn give_back(&self, key: &K) {
        if let Some(full_again) = self.lock().get_mut(key) {
            *full_again -= self.interval;
        }
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
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 64))),
        v4 => v4,
    }
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
}
