//! The figures of a period: stored counts of past days, the events of days that aren't counted yet, and contacts.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    aggregation::{first_pending, span_of},
    beacon::Campaign,
    counting::{DayFigures, count_day},
    period::Days,
    store::{DayTotals, Dimension, Figure, REST, aggregates},
    vitals::{METRICS, Metric, Vital},
};
use crate::{
    app::App,
    features::contacts::stats::{SourceCount, store as contact_stats},
    foundation::settings,
    platform::{db::unsigned, error::Result, text::date},
};

/// Maximum number of values in each list. A last row has the sum of the other values.
const MAX_ROWS: usize = 50;
/// Number of days whose contacts one query counts. SQLite allows at most 500 queries in one `UNION`.
const SPANS_AT_ONCE: usize = 100;

/// The figures of visits in a period. They don't include visitors without JavaScript, visitors with Do Not Track or Global
/// Privacy Control, signed-in staff, and known robots.
#[derive(Debug, Serialize, ToSchema)]
pub struct VisitReport {
    /// First day of the period. All days are in the time zone of São Paulo.
    pub from: NaiveDate,
    /// Last day of the period.
    pub to: NaiveDate,
    /// Time of this report.
    pub counted_at: DateTime<Utc>,
    /// Whether visits are measured now.
    pub is_measured: bool,
    /// The first day with figures; null before the first visit.
    #[schema(required)]
    pub first_day: Option<NaiveDate>,
    pub totals: VisitTotals,
    /// Number of days that are compared with the previous ones: those of the period without today, which isn't over.
    pub compared_days: u64,
    /// Sums of the compared days.
    pub compared: VisitTotals,
    /// Sums of as many days directly before the period; null if measurement began after the first of them, or no day is compared.
    #[schema(required)]
    pub previous: Option<VisitTotals>,
    /// Each day of the period, oldest first.
    pub by_day: Vec<VisitDay>,
    /// Pages, most views first. The contacts of a page are those whose visit began there.
    pub pages: Vec<VisitCount>,
    /// Host names of sites that led to this site, most views first. The value is empty for visits that began directly.
    pub referrers: Vec<VisitCount>,
    /// Campaigns, most views first.
    pub campaigns: Vec<CampaignCount>,
    /// Device classes: `desktop`, `mobile` and `tablet`. Their `contacts` is always 0.
    pub devices: Vec<VisitCount>,
    /// Paths without a page that visitors opened, most frequent first. Their `contacts` is always 0.
    pub missing: Vec<VisitCount>,
    /// Pages with clicks on links to WhatsApp or on phone numbers, most clicks first.
    pub clicks: Vec<PageClicks>,
    /// Core Web Vitals of page views.
    pub vitals: Vec<Vital>,
}

/// Sums of a period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct VisitTotals {
    pub views: u64,
    /// Sum of the number of different visitors on each day. A person who visits on two days counts twice.
    pub visitors: u64,
    /// Contacts that were received in the period, except quarantined and deleted ones. Contacts of unknown source count.
    pub contacts: u64,
    /// Views of pages that don't exist.
    pub missing: u64,
    /// Clicks on links to WhatsApp.
    pub whatsapp: u64,
    /// Clicks on phone numbers.
    pub phone: u64,
}

/// Figures of one day.
#[derive(Debug, Serialize, ToSchema)]
pub struct VisitDay {
    pub day: NaiveDate,
    pub views: u64,
    pub visitors: u64,
    pub contacts: u64,
}

/// Counts of one value of a list.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct VisitCount {
    /// The value, such as the path of a page; null for the sum of the values that aren't listed.
    #[schema(required)]
    pub value: Option<String>,
    pub views: u64,
    /// Sum of the number of different visitors on each day.
    pub visitors: u64,
    pub contacts: u64,
}

/// Counts of one campaign.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CampaignCount {
    /// The parameters of the campaign's links; null for the sum of the campaigns that aren't listed.
    #[schema(required)]
    pub campaign: Option<CampaignName>,
    pub views: u64,
    /// Sum of the number of different visitors on each day.
    pub visitors: u64,
    pub contacts: u64,
}

/// The parameters of a campaign's links. At least one isn't null.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CampaignName {
    #[schema(required)]
    pub utm_source: Option<String>,
    #[schema(required)]
    pub utm_medium: Option<String>,
    #[schema(required)]
    pub utm_campaign: Option<String>,
}

/// Clicks on the contact links of a page.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PageClicks {
    /// Path of the page; null for the sum of the pages that aren't listed.
    #[schema(required)]
    pub page: Option<String>,
    /// Clicks on links to WhatsApp.
    pub whatsapp: u64,
    /// Clicks on phone numbers.
    pub phone: u64,
}

/// Visits of the last seven days, including today.
#[derive(Debug, Serialize, ToSchema)]
pub struct VisitWeek {
    /// Whether visits are measured now.
    pub is_measured: bool,
    pub views: u64,
    /// Sum of the number of different visitors on each day.
    pub visitors: u64,
}

/// Reads the visits of the last seven days.
pub async fn read_week(app: &App) -> Result<VisitWeek> {
    let today = date::day_of(app.clock.now());
    let days = Days { first: today - TimeDelta::days(6), last: today };
    let pending = count_pending(app, days).await?;
    let sums = add_up(&read_totals(app, days, &pending).await?, days, 0);
    let is_measured = settings::store::analytics(app.db.reader()).await?.measures_visits();
    Ok(VisitWeek { is_measured, views: sums.views, visitors: sums.visitors })
}

/// Reads the figures of a period.
pub async fn read(app: &App, days: Days) -> Result<VisitReport> {
    let db = app.db.reader();
    let complete = days.until(date::day_of(app.clock.now()) - TimeDelta::days(1));
    let previous = complete.previous();
    let both = Days { first: previous.first, last: days.last };
    let pending = count_pending(app, both).await?;
    let totals = read_totals(app, both, &pending).await?;
    let mut figures = read_figures(app, days, pending).await?;
    let contacts = count_contacts(app, days).await?;
    let sources = match span_of(days.first).zip(span_of(days.last)) {
        Some((first, last)) => contact_stats::by_source(db, first.start..last.end).await?,
        None => Vec::new(),
    };
    let first_day = first_day(app).await?;
    let by_day: Vec<VisitDay> = days
        .iter()
        .zip(contacts)
        .map(|(day, contacts)| {
            let found = totals.get(&day).copied().unwrap_or_default();
            VisitDay { day, views: unsigned(found.views), visitors: unsigned(found.visitors), contacts }
        })
        .collect();
    let contacts_of =
        |days: Days| by_day.iter().filter(|day| days.contains(day.day)).map(|day| day.contacts).sum::<u64>();
    let compared_days = complete.count().unsigned_abs();
    let was_measured = compared_days > 0 && first_day.is_some_and(|first| first <= previous.first);
    Ok(VisitReport {
        from: days.first,
        to: days.last,
        counted_at: app.clock.now(),
        is_measured: settings::store::analytics(db).await?.measures_visits(),
        first_day,
        totals: add_up(&totals, days, contacts_of(days)),
        compared_days,
        compared: add_up(&totals, complete, contacts_of(complete)),
        previous: if was_measured {
            let before: u64 = count_contacts(app, previous).await?.iter().sum();
            Some(add_up(&totals, previous, before))
        } else {
            None
        },
        by_day,
        pages: figures.take(Dimension::Page, &count_by(&sources, |found| found.source.source_page.clone())),
        referrers: figures.take(Dimension::Referrer, &count_by(&sources, referrer_of)),
        campaigns: campaigns(&mut figures, &sources),
        devices: figures.take(Dimension::Device, &HashMap::new()),
        missing: figures.take(Dimension::Missing, &HashMap::new()),
        clicks: figures.take_clicks(),
        vitals: METRICS.into_iter().map(|metric| figures.vital(metric)).collect(),
    })
}

/// Returns the counts of the days in `days` whose figures aren't stored yet. Usually it is only today. After the server was
/// stopped, it can be several days.
async fn count_pending(app: &App, days: Days) -> Result<Vec<(NaiveDate, DayFigures)>> {
    let Some(first) = first_pending(app).await? else { return Ok(Vec::new()) };
    let pending = Days { first: first.max(days.first), last: date::day_of(app.clock.now()).min(days.last) };
    let mut counted = Vec::new();
    for day in pending.iter() {
        if let Some(span) = span_of(day) {
            counted.push((day, count_day(app, day, &span).await?));
        }
    }
    Ok(counted)
}

/// Returns the totals of days: stored ones, and those of `pending` days.
async fn read_totals(
    app: &App,
    days: Days,
    pending: &[(NaiveDate, DayFigures)],
) -> Result<BTreeMap<NaiveDate, DayTotals>> {
    let stored = aggregates::list_days(app.db.reader(), days).await?;
    Ok(stored.into_iter().chain(pending.iter().map(|(day, counted)| (*day, counted.totals))).collect())
}

/// Returns the sums of the figures of days: stored ones, and those of `pending` days.
async fn read_figures(app: &App, days: Days, pending: Vec<(NaiveDate, DayFigures)>) -> Result<Figures> {
    let mut figures = Figures::default();
    figures.add(aggregates::sum(app.db.reader(), days).await?);
    for (_, counted) in pending.into_iter().filter(|(day, _)| days.contains(*day)) {
        figures.add(counted.figures);
    }
    Ok(figures)
}

/// Returns the first day with visits. `None` before the first visit.
async fn first_day(app: &App) -> Result<Option<NaiveDate>> {
    match aggregates::range(app.db.reader()).await? {
        Some(days) => Ok(Some(days.first)),
        None => first_pending(app).await,
    }
}

/// Sums of the figures of several days: views and visitors by dimension and value.
#[derive(Default)]
struct Figures(HashMap<Dimension, HashMap<String, (u64, u64)>>);

impl Figures {
    fn add(&mut self, figures: Vec<Figure>) {
        for Figure { dimension, value, views, visitors } in figures {
            let sums = self.0.entry(dimension).or_default().entry(value).or_default();
            *sums = (sums.0 + unsigned(views), sums.1 + unsigned(visitors));
        }
    }

    /// Removes and returns the counts of a dimension, most views first and the sum of unlisted values last. `contacts`
    /// are the numbers of contacts by value.
    fn take(&mut self, dimension: Dimension, contacts: &HashMap<String, u64>) -> Vec<VisitCount> {
        let mut sums = self.0.remove(&dimension).unwrap_or_default();
        let (views, visitors) = sums.remove(REST).unwrap_or_default();
        let mut rest = VisitCount { value: None, views, visitors, contacts: 0 };
        for value in contacts.keys() {
            sums.entry(value.clone()).or_default();
        }
        let mut counts: Vec<VisitCount> = sums
            .into_iter()
            .map(|(value, (views, visitors))| {
                let contacts = contacts.get(&value).copied().unwrap_or_default();
                VisitCount { value: Some(value), views, visitors, contacts }
            })
            .collect();
        counts.sort_by(|a, b| {
            (b.views, b.contacts).cmp(&(a.views, a.contacts)).then_with(|| a.value.cmp(&b.value))
        });
        for other in counts.split_off(counts.len().min(MAX_ROWS)) {
            rest.views += other.views;
            rest.visitors += other.visitors;
            rest.contacts += other.contacts;
        }
        if rest.views + rest.contacts > 0 {
            counts.push(rest);
        }
        counts
    }

    /// Removes and returns the clicks of each page, most clicks first and the sum of unlisted pages last.
    fn take_clicks(&mut self) -> Vec<PageClicks> {
        let none = HashMap::new();
        let [whatsapp, phone] = [Dimension::Whatsapp, Dimension::Phone].map(|kind| self.take(kind, &none));
        let mut pages: Vec<PageClicks> = whatsapp
            .into_iter()
            .map(|count| PageClicks { page: count.value, whatsapp: count.views, phone: 0 })
            .collect();
        for VisitCount { value, views, .. } in phone {
            match pages.iter_mut().find(|page| page.page == value) {
                Some(page) => page.phone = views,
                None => pages.push(PageClicks { page: value, whatsapp: 0, phone: views }),
            }
        }
        pages.sort_by(|a, b| {
            let rank = |clicks: &PageClicks| (clicks.page.is_some(), clicks.whatsapp + clicks.phone);
            rank(b).cmp(&rank(a)).then_with(|| a.page.cmp(&b.page))
        });
        pages
    }

    fn vital(&self, metric: Metric) -> Vital {
        let dimension = match metric {
            Metric::Lcp => Dimension::Lcp,
            Metric::Inp => Dimension::Inp,
            Metric::Cls => Dimension::Cls,
        };
        let buckets = self.0.get(&dimension).into_iter().flatten();
        let counts: Vec<(i32, u64)> =
            buckets.filter_map(|(bound, (count, _))| Some((bound.parse().ok()?, *count))).collect();
        Vital::new(metric, &counts)
    }
}

/// Returns the counts of campaigns, most views first.
fn campaigns(figures: &mut Figures, sources: &[SourceCount]) -> Vec<CampaignCount> {
    let key = |found: &SourceCount| {
        let source = &found.source;
        let [source, medium, campaign] = [&source.utm_source, &source.utm_medium, &source.utm_campaign];
        Campaign::new(source.clone(), medium.clone(), campaign.clone()).map(|campaign| campaign.key())
    };
    let counts = figures.take(Dimension::Campaign, &count_by(sources, key));
    let count = |VisitCount { value, views, visitors, contacts }| {
        let campaign = value.as_deref().and_then(Campaign::of_key).map(|parts| CampaignName {
            utm_source: parts.source,
            utm_medium: parts.medium,
            utm_campaign: parts.campaign,
        });
        CampaignCount { campaign, views, visitors, contacts }
    };
    counts.into_iter().map(count).collect()
}

/// Returns the host that led to a contact's visit. Empty if the visit began directly; `None` if the source is unknown.
fn referrer_of(found: &SourceCount) -> Option<String> {
    found.source.source_page.as_ref()?;
    Some(found.source.source_referrer.clone().unwrap_or_default())
}

/// Counts the contacts by a part of their source. Contacts without this part are left out.
fn count_by(sources: &[SourceCount], part: impl Fn(&SourceCount) -> Option<String>) -> HashMap<String, u64> {
    let mut counts = HashMap::new();
    for source in sources {
        if let Some(value) = part(source) {
            *counts.entry(value).or_default() += source.count;
        }
    }
    counts
}

/// Adds up the totals of `days`.
fn add_up(totals: &BTreeMap<NaiveDate, DayTotals>, days: Days, contacts: u64) -> VisitTotals {
    let found = totals.iter().filter(|(day, _)| days.contains(**day)).map(|(_, totals)| totals);
    found.fold(VisitTotals { contacts, ..VisitTotals::default() }, |sum, day| VisitTotals {
        views: sum.views + unsigned(day.views),
        visitors: sum.visitors + unsigned(day.visitors),
        contacts,
        missing: sum.missing + unsigned(day.missing),
        whatsapp: sum.whatsapp + unsigned(day.whatsapp),
        phone: sum.phone + unsigned(day.phone),
    })
}

/// Counts the contacts of each day.
async fn count_contacts(app: &App, days: Days) -> Result<Vec<u64>> {
    let spans: Vec<_> = days.iter().filter_map(span_of).collect();
    let mut counts = Vec::with_capacity(spans.len());
    for spans in spans.chunks(SPANS_AT_ONCE) {
        counts.extend(contact_stats::by_span(app.db.reader(), spans).await?);
    }
    Ok(counts)
}
