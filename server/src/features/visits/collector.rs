//! Stores buffered beacons in batches, at most once per second.

use std::{net::IpAddr, time::Duration};

use chrono::NaiveDate;
use sha2::{Digest, Sha256};
use tokio::{sync::Mutex, time::sleep};

use super::{
    beacon::{VisitBeacon, VisitEvent},
    robots::Device,
    store::{self, Salt, StoredEvent},
};
use crate::{
    app::App,
    foundation::settings,
    platform::{
        error::Result, http::request_buffer::BufferedRequest, limits::rate_limit::network_of, text::date,
    },
};

const WRITE_INTERVAL: Duration = Duration::from_secs(1);
/// Maximum number of beacons that one transaction stores. Other writes, such as that of a contact, wait for at most one
/// such transaction.
const MAX_BATCH: usize = 500;

/// Waits for a beacon, and a moment longer, so that one transaction stores all beacons that arrive meanwhile.
pub async fn next_batch(app: &App) {
    app.visits.arrival().await;
    sleep(WRITE_INTERVAL).await;
}

/// Maximum number of events of one day, so that a flood of beacons neither fills the disk nor slows down the figures. It is far
/// more than the site of a company has.
const MAX_DAILY_EVENTS: u64 = 200_000;

/// Locked while buffered beacons are stored, so that a second call returns only after the first one has stored its batch.
#[derive(Default)]
struct Writing(Mutex<StoredToday>);

/// Number of events of a day in the database, as far as this process knows.
#[derive(Default)]
struct StoredToday {
    day: Option<NaiveDate>,
    events: u64,
}

impl StoredToday {
    /// Counts up to `wanted` new events of a day. Returns how many of them may be stored.
    async fn take(&mut self, app: &App, day: NaiveDate, wanted: usize) -> Result<usize> {
        if self.day != Some(day) {
            let stored = match date::start_of(day) {
                Some(start) => store::count_since(app.db.reader(), start).await?,
                None => 0,
            };
            *self = Self { day: Some(day), events: stored };
        }
        let left = usize::try_from(MAX_DAILY_EVENTS.saturating_sub(self.events)).unwrap_or(usize::MAX);
        if left > 0 && left <= wanted {
            tracing::warn!(
                max = MAX_DAILY_EVENTS,
                "too many visits today; the rest of the day isn't counted"
            );
        }
        let taken = wanted.min(left);
        self.events += taken as u64;
        Ok(taken)
    }
}

/// Stores all buffered beacons, or drops them while measurement is off. The beacons of a failed batch are lost.
pub async fn write(app: &App) -> Result<()> {
    let writing = app.caches.get::<Writing>();
    let mut stored = writing.0.lock().await;
    let dropped = app.visits.take_dropped();
    if dropped > 0 {
        tracing::warn!(dropped, "visits were not counted, because the buffer was full");
    }
    if app.visits.is_empty() {
        return Ok(());
    }
    let is_on = settings::store::analytics(app.db.reader()).await?.measures_visits();
    loop {
        let requests = app.visits.take(MAX_BATCH);
        if requests.is_empty() {
            return Ok(());
        }
        if is_on {
            store_batch(app, &mut stored, &requests).await.inspect_err(|_| {
                tracing::warn!(lost = requests.len(), "visits were not counted, because storing them failed")
            })?;
        }
    }
}

/// Stores the events of requests, each with the visitor's hash.
async fn store_batch(app: &App, stored: &mut StoredToday, requests: &[BufferedRequest]) -> Result<()> {
    let parsed: Vec<(&BufferedRequest, Vec<VisitEvent>)> = requests
        .iter()
        .map(|request| (request, VisitBeacon::events(&request.body, Device::of(&request.user_agent))))
        .filter(|(_, events)| !events.is_empty())
        .collect();
    let Some((latest, _)) = parsed.last() else { return Ok(()) };
    let today = date::day_of(latest.received_at);
    let room = stored.take(app, today, parsed.iter().map(|(_, events)| events.len()).sum()).await?;
    if room == 0 {
        return Ok(());
    }
    let tx = app.db.begin().await?;
    let mut salts: Vec<(NaiveDate, Salt)> = Vec::new();
    let mut rows = Vec::new();
    for (request, events) in parsed {
        let day = date::day_of(request.received_at);
        let salt = match salts.iter().find(|(known, _)| *known == day) {
            Some((_, salt)) => *salt,
            None => {
                let salt = store::salts::find_or_create(&*tx, day, today).await?;
                salts.push((day, salt));
                salt
            }
        };
        let visitor = visitor_of(&salt, request.ip, &request.user_agent);
        let at = request.received_at.timestamp();
        rows.extend(events.into_iter().map(|event| StoredEvent { at, visitor, event }));
    }
    rows.truncate(room);
    store::create(&*tx, rows).await?;
    tx.commit().await
}

/// Returns a number that is the same for all requests of a browser on one day. It can't be reversed by trying all
/// addresses and browsers, because it depends on the day's salt, which is deleted after the day.
fn visitor_of(salt: &Salt, ip: IpAddr, user_agent: &str) -> i64 {
    let hash = Sha256::new()
        .chain_update(salt)
        .chain_update(network_of(ip).to_string())
        .chain_update([0])
        .chain_update(user_agent)
        .finalize();
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&hash[..8]);
    i64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visitor_hash_depends_on_network_browser_and_salt() {
        let ip = |text: &str| text.parse().expect("an address");
        let visitor = |salt, address, browser| visitor_of(&[salt; 32], ip(address), browser);
        let first = visitor(1, "2001:db8::1", "Firefox");
        assert_eq!(first, visitor(1, "2001:db8::2", "Firefox"), "addresses of one network are the same");
        assert_ne!(first, visitor(1, "2001:db8:1::1", "Firefox"));
        assert_ne!(first, visitor(1, "2001:db8::1", "Chrome"));
        assert_ne!(first, visitor(2, "2001:db8::1", "Firefox"));
    }
}
