//! The SQL on `contacts` for the figures by source. Quarantined, deleted and merged contacts don't count.

use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use sea_orm::{ConnectionTrait, QuerySelect, entity::prelude::*};

use super::{SourceFigures, SourceGrouping};
use crate::{
    features::contacts::store::rows::{self, Column},
    platform::{clock::Timestamp, error::Result, text::date},
};

/// Returns the figures of the contacts that were received from the day `from` to the day `to`.
pub async fn figures(
    connection: &impl ConnectionTrait,
    by: SourceGrouping,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<SourceFigures>> {
    let end = to.checked_add_days(Days::new(1)).and_then(date::start_of);
    let (Some(start), Some(end)) = (date::start_of(from), end) else { return Ok(Vec::new()) };
    let column = match by {
        SourceGrouping::Channel => Column::Channel,
        SourceGrouping::Source => Column::Source,
        SourceGrouping::Campaign => Column::UtmCampaign,
    };
    let received = rows::Entity::find()
        .filter(Column::DeletedAt.is_null())
        .filter(Column::Quarantined.eq(false))
        .filter(Column::CreatedAt.gte(start))
        .filter(Column::CreatedAt.lt(end));
    let columns = received.select_only().columns([column, Column::CreatedAt, Column::FirstAnsweredAt]);
    let rows: Vec<(Option<String>, Timestamp, Option<Timestamp>)> =
        columns.into_tuple().all(connection).await?;
    let mut sources: HashMap<String, Times> = HashMap::new();
    for (name, created_at, answered_at) in rows {
        let times = sources.entry(name.unwrap_or_default()).or_default();
        times.contacts += 1;
        times.minutes.extend(answered_at.map(|answered_at| (answered_at - created_at).num_minutes()));
    }
    let mut figures: Vec<_> = sources.into_iter().map(|(name, times)| times.figures(name)).collect();
    figures.sort_by(|a, b| b.contacts.cmp(&a.contacts).then_with(|| a.name.cmp(&b.name)));
    Ok(figures)
}

/// The contacts of a source.
#[derive(Default)]
struct Times {
    contacts: u64,
    /// Minutes until the first reply, of those that were answered.
    minutes: Vec<i64>,
}

impl Times {
    fn figures(mut self, name: String) -> SourceFigures {
        self.minutes.sort_unstable();
        let middle = self.minutes.get(self.minutes.len() / 2);
        let median_minutes = middle.map(|minutes| u64::try_from(*minutes).unwrap_or(0));
        SourceFigures { name, contacts: self.contacts, answered: self.minutes.len() as u64, median_minutes }
    }
}
