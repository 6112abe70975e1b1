//! Counts the events of a day in memory, so that each event of the current day is read once.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use chrono::{NaiveDate, TimeDelta};
use sea_orm::{ActiveEnum, ConnectionTrait};
use tokio::sync::Mutex;

use super::{
    beacon::EventKind,
    store::{self, DayTotals, Dimension, Figure, REST, rows::Model},
};
use crate::{
    app::App,
    platform::{clock::Timestamp, error::Result, text::date},
};

/// Maximum number of events that are read at once.
const EVENTS_AT_ONCE: u64 = 5_000;
/// Age at which all processes have stored the events of a moment.
const SETTLING: TimeDelta = TimeDelta::minutes(1);
/// Maximum number of values of a dimension that are counted separately. Further values are counted together as [`REST`], so that a
/// flood of different values doesn't fill the memory.
const MAX_VALUES: usize = 2_000;

/// The totals of one day, and its figures by dimension and value.
#[derive(Debug)]
pub struct DayFigures {
    pub totals: DayTotals,
    pub figures: Vec<Figure>,
}

/// Counts of the events of one day.
#[derive(Default)]
struct DayCounts {
    totals: DayTotals,
    /// Visitors with a view.
    visitors: HashSet<i64>,
    values: HashMap<Dimension, HashMap<String, ValueCounts>>,
}

/// Counts of one value of a dimension.
#[derive(Default)]
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
        let values = self.values.entry(dimension).or_default();
        let is_full = values.len() >= MAX_VALUES && !values.contains_key(&value);
        let counts = values.entry(if is_full { REST.to_owned() } else { value }).or_default();
        counts.events += 1;
        counts.visitors.extend(visitor);
    }

    /// Returns the totals and the figures. The less frequent values of a dimension are counted together as [`REST`].
    fn figures(&self) -> DayFigures {
        DayFigures {
            totals: DayTotals { visitors: signed(self.visitors.len()), ..self.totals },
            figures: self.values.iter().flat_map(|(&dimension, values)| listed(dimension, values)).collect(),
        }
    }
}

/// Returns the figures of a dimension: the most frequent values, and the rest.
fn listed(dimension: Dimension, values: &HashMap<String, ValueCounts>) -> Vec<Figure> {
    let mut sorted: Vec<(&String, &ValueCounts)> =
        values.iter().filter(|(value, _)| *value != REST).collect();
    sorted.sort_by(|(a, x), (b, y)| y.events.cmp(&x.events).then_with(|| a.cmp(b)));
    let mut others = sorted.split_off(sorted.len().min(dimension.max_values()));
    others.extend(values.get_key_value(REST));
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

/// The counted events of the current day.
#[derive(Default)]
struct Today(Mutex<Option<Counted>>);

/// The events of a day that have been counted.
struct Counted {
    day: NaiveDate,
    /// All events from before this time are counted.
    settled: Timestamp,
    /// Ids and times of the counted events since then.
    unsettled: HashMap<i64, i64>,
    counts: DayCounts,
}

/// Counts the events of a day, whose span of time is `span`. Those of the current day are cached: each call reads only the
/// events since a minute before the previous call.
pub async fn count_day(app: &App, day: NaiveDate, span: &Range<Timestamp>) -> Result<DayFigures> {
    let db = app.db.reader();
    let now = app.clock.now();
    if day != date::day_of(now) {
        let mut counted = Counted::new(day, span);
        counted.add_new(db, span.end, span.end).await?;
        return Ok(counted.counts.figures());
    }
    let cache = app.caches.get::<Today>();
    let mut cached = cache.0.lock().await;
    if cached.as_ref().is_none_or(|counted| counted.day != day) {
        *cached = None;
    }
    let counted = cached.get_or_insert_with(|| Counted::new(day, span));
    counted.add_new(db, span.end, now - SETTLING).await?;
    Ok(counted.counts.figures())
}

/// Discards the cached counts of the current day, so that the next [`count_day`] counts all its events again.
pub async fn forget_today(app: &App) {
    *app.caches.get::<Today>().0.lock().await = None;
}

impl Counted {
    fn new(day: NaiveDate, span: &Range<Timestamp>) -> Self {
        Self { day, settled: span.start, unsettled: HashMap::new(), counts: DayCounts::default() }
    }

    /// Counts the events before `end` that aren't counted yet. No more events from before `settled` are expected. If the call is
    /// canceled, the next one continues.
    async fn add_new(
        &mut self,
        connection: &impl ConnectionTrait,
        end: Timestamp,
        settled: Timestamp,
    ) -> Result<()> {
        let span = self.settled..end;
        let mut last = None;
        loop {
            let events = store::list(connection, &span, last.as_ref(), EVENTS_AT_ONCE).await?;
            let is_last = (events.len() as u64) < EVENTS_AT_ONCE;
            last = events.last().cloned();
            for event in events {
                if self.unsettled.insert(event.id, event.at).is_none() {
                    self.counts.add(event);
                }
            }
            if is_last {
                break;
            }
        }
        self.settled = self.settled.max(settled);
        self.unsettled.retain(|_, at| *at >= self.settled.timestamp());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::visits::robots::Device;

    #[test]
    fn values_beyond_the_maximum_are_counted_together() {
        let mut counts = DayCounts::default();
        for number in 0..MAX_VALUES + 10 {
            counts.add(view(&format!("/blog/{number}"), 1));
        }
        counts.add(view("/blog/1", 2));
        assert_eq!(counts.values[&Dimension::Page].len(), MAX_VALUES + 1);
        let DayFigures { totals, figures } = counts.figures();
        let of = |value: &str| {
            let figure =
                figures.iter().find(|figure| figure.value == value && figure.dimension == Dimension::Page);
            figure.map(|figure| (figure.views, figure.visitors))
        };
        let views = signed(MAX_VALUES) + 11;
        let listed = signed(Dimension::Page.max_values());
        assert_eq!((totals.views, totals.visitors), (views, 2));
        assert_eq!((of("/blog/1"), of(REST)), (Some((2, 2)), Some((views - listed - 1, 1))));
    }

    fn view(page: &str, visitor: i64) -> Model {
        Model {
            id: 1,
            at: 0,
            kind: EventKind::View,
            page: page.to_owned(),
            referrer: None,
            campaign: None,
            device: Device::Mobile,
            visitor,
            lcp: None,
            inp: None,
            cls: None,
        }
    }
}
