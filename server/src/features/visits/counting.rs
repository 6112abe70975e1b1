//! Counts the events of a day in memory, so that each event of the current day is read once.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    ops::Range,
};

use chrono::{NaiveDate, TimeDelta};
use sea_orm::{ActiveEnum, ConnectionTrait};
use tokio::sync::Mutex;

use super::{
    beacon::EventKind,
    store::{self, DayTotals, Dimension, Figure, REST, campaigns::CampaignKey, rows::Model},
};
use crate::{
    app::App,
    platform::{clock::Timestamp, error::Result, text::date},
};

/// Span of time whose events are read at once, which bounds the memory for them.
const SPAN: TimeDelta = TimeDelta::hours(1);
/// Age at which all processes have stored the events of a moment.
const SETTLING: TimeDelta = TimeDelta::minutes(1);

/// Counts of the events of one day.
#[derive(Clone, Default)]
pub struct DayCounts {
    totals: DayTotals,
    /// Visitors with a view.
    visitors: HashSet<i64>,
    values: HashMap<Dimension, HashMap<String, ValueCounts>>,
}

/// Counts of one value of a dimension.
#[derive(Clone, Default)]
struct ValueCounts {
    events: i64,
    /// Empty for Core Web Vitals, which are counted without visitors.
    visitors: HashSet<i64>,
}

impl DayCounts {
    fn add(&mut self, event: Model) {
        let visitor = Some(event.visitor);
        match event.kind {
            EventKind::View => {
                self.totals.views += 1;
                self.visitors.insert(event.visitor);
                let referrer = event.referrer.map(|referrer| (Dimension::Referrer, referrer));
                let campaign = event.campaign.map(|campaign| (Dimension::Campaign, campaign));
                let page_and_device =
                    [(Dimension::Page, event.page), (Dimension::Device, event.device.to_value())];
                for (dimension, value) in page_and_device.into_iter().chain(referrer).chain(campaign) {
                    self.add_value(dimension, value, visitor);
                }
            }
            EventKind::Missing => {
                self.totals.missing += 1;
                self.add_value(Dimension::Missing, event.page, visitor);
            }
            EventKind::Whatsapp => {
                self.totals.whatsapp += 1;
                self.add_value(Dimension::Whatsapp, event.page, visitor);
            }
            EventKind::Phone => {
                self.totals.phone += 1;
                self.add_value(Dimension::Phone, event.page, visitor);
            }
            EventKind::Vitals => {
                let buckets =
                    [(Dimension::Lcp, event.lcp), (Dimension::Inp, event.inp), (Dimension::Cls, event.cls)];
                for (dimension, bucket) in buckets {
                    if let Some(bucket) = bucket {
                        self.add_value(dimension, bucket.to_string(), None);
                    }
                }
            }
        }
    }

    fn add_value(&mut self, dimension: Dimension, value: String, visitor: Option<i64>) {
        let counts = self.values.entry(dimension).or_default().entry(value).or_default();
        counts.events += 1;
        counts.visitors.extend(visitor);
    }

    /// Removes the campaigns that `stored` doesn't contain. The views remain in the other counts.
    pub fn retain_campaigns(&mut self, stored: &BTreeSet<CampaignKey>) {
        if let Some(campaigns) = self.values.get_mut(&Dimension::Campaign) {
            campaigns.retain(|key, _| stored.contains(key));
        }
    }

    /// Returns the totals of the day.
    #[must_use]
    pub fn totals(&self) -> DayTotals {
        DayTotals { visitors: signed(self.visitors.len()), ..self.totals }
    }

    /// Returns the counts by dimension. The less frequent values of a dimension are counted together as [`REST`].
    #[must_use]
    pub fn figures(&self) -> Vec<Figure> {
        self.values.iter().flat_map(|(&dimension, values)| listed(dimension, values)).collect()
    }
}

/// Returns the figures of a dimension: the most frequent values, and the rest.
fn listed(dimension: Dimension, values: &HashMap<String, ValueCounts>) -> Vec<Figure> {
    let mut sorted: Vec<(&String, &ValueCounts)> = values.iter().collect();
    sorted.sort_by(|(a, x), (b, y)| y.events.cmp(&x.events).then_with(|| a.cmp(b)));
    let others = sorted.split_off(sorted.len().min(dimension.max_values()));
    let figure = |value: &str, views, visitors| Figure {
        dimension,
        value: value.to_owned(),
        views,
        visitors: signed(visitors),
    };
    let mut figures: Vec<Figure> =
        sorted.iter().map(|(value, counts)| figure(value, counts.events, counts.visitors.len())).collect();
    if !others.is_empty() {
        let visitors: HashSet<i64> =
            others.iter().flat_map(|(_, counts)| &counts.visitors).copied().collect();
        let events = others.iter().map(|(_, counts)| counts.events).sum();
        figures.push(figure(REST, events, visitors.len()));
    }
    figures
}

/// Converts a number of visitors for the database, where counts are signed.
fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Counts of the current day, except for the last minute before the latest call.
#[derive(Default)]
struct TodayCounts(Mutex<Option<Settled>>);

struct Settled {
    day: NaiveDate,
    /// Events before this time are counted.
    until: Timestamp,
    counts: DayCounts,
}

/// Counts the events of a day, whose span of time is `span`. Those of the current day are cached: each call reads only the
/// events since a minute before the previous call.
pub async fn count_day(app: &App, day: NaiveDate, span: &Range<Timestamp>) -> Result<DayCounts> {
    let db = app.db.reader();
    let now = app.clock.now();
    if day != date::day_of(now) {
        let mut counts = Settled { day, until: span.start, counts: DayCounts::default() };
        counts.count_until(db, span.end).await?;
        return Ok(counts.counts);
    }
    let cache = app.caches.get::<TodayCounts>();
    let mut cached = cache.0.lock().await;
    if cached.as_ref().is_none_or(|settled| settled.day != day) {
        *cached = None;
    }
    let settled =
        cached.get_or_insert_with(|| Settled { day, until: span.start, counts: DayCounts::default() });
    settled.count_until(db, now - SETTLING).await?;
    let mut counts = settled.counts.clone();
    for event in store::list(db, &(settled.until..span.end)).await? {
        counts.add(event);
    }
    Ok(counts)
}

/// Discards the cached counts of the current day, so that the next [`count_day`] counts all its events again.
pub async fn forget_today(app: &App) {
    *app.caches.get::<TodayCounts>().0.lock().await = None;
}

impl Settled {
    /// Counts the events before a time that aren't counted yet. If it is canceled, the next call continues.
    async fn count_until(&mut self, connection: &impl ConnectionTrait, until: Timestamp) -> Result<()> {
        while self.until < until {
            let next = (self.until + SPAN).min(until);
            let events = store::list(connection, &(self.until..next)).await?;
            events.into_iter().for_each(|event| self.counts.add(event));
            self.until = next;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::visits::robots::Device;

    #[test]
    fn campaigns_erased_after_counting_are_not_stored() {
        let mut counts = DayCounts::default();
        for campaign in ["boletim", "ana lima"] {
            counts.add(view(campaign));
        }
        counts.retain_campaigns(&BTreeSet::from(["boletim".to_owned()]));
        let campaigns: Vec<String> = counts
            .figures()
            .into_iter()
            .filter(|figure| figure.dimension == Dimension::Campaign)
            .map(|figure| figure.value)
            .collect();
        assert_eq!((campaigns, counts.totals().views), (vec!["boletim".to_owned()], 2));
    }

    fn view(campaign: &str) -> Model {
        Model {
            id: 1,
            at: 0,
            kind: EventKind::View,
            page: "/".to_owned(),
            referrer: None,
            campaign: Some(campaign.to_owned()),
            device: Device::Mobile,
            visitor: 1,
            lcp: None,
            inp: None,
            cls: None,
        }
    }
}
