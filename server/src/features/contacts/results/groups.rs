//! Groups contacts and counts them by the stage that they have reached.

use std::{cmp::Reverse, collections::HashMap, hash::Hash};

use chrono::NaiveDate;
use sea_orm::ActiveEnum as _;
use uuid::Uuid;

use super::{
    LostReasonCount, MAX_GROUPS, ResultFigures, ResultGroup, Results, WonFigures, name_of, store::ReceivedRow,
};
use crate::{
    features::contacts::{
        channel::Channel,
        stages::model::{
            ContactStage::{self, Lost, New, Proposal, Talking, Won},
            Deal, LostReason,
        },
    },
    platform::db::unsigned,
};

/// The contacts of a period, grouped in several ways.
#[derive(Default)]
pub struct Groups {
    all: Group,
    reasons: HashMap<LostReason, u64>,
    by_channel: HashMap<Channel, Group>,
    by_source: HashMap<String, Group>,
    by_campaign: HashMap<String, Group>,
    by_service: HashMap<String, Group>,
    by_person: HashMap<Option<Uuid>, Group>,
}

#[derive(Default)]
struct Group {
    figures: ResultFigures,
    /// Minutes from the requests to the first replies.
    minutes: Vec<u64>,
}

/// What a group counts of one contact.
#[derive(Clone, Copy)]
struct Counted {
    stage: ContactStage,
    reached: ContactStage,
    value_cents: u64,
    minutes: Option<u64>,
}

impl Groups {
    /// Counts a contact in its groups.
    pub fn add(&mut self, row: ReceivedRow) {
        let counted = Counted {
            stage: row.stage,
            reached: Deal::reached(row.stage, row.closed_from),
            value_cents: row.value_cents.map_or(0, unsigned),
            minutes: row.first_answered_at.map(|at| unsigned((at - row.created_at).num_minutes().max(0))),
        };
        self.all.add(counted);
        if let Some(reason) = row.lost_reason {
            *self.reasons.entry(reason).or_default() += 1;
        }
        add_to(&mut self.by_channel, row.channel, counted);
        add_to(&mut self.by_source, row.source, counted);
        add_to(&mut self.by_campaign, row.utm_campaign.unwrap_or_default(), counted);
        add_to(&mut self.by_service, row.service, counted);
        add_to(&mut self.by_person, row.assigned_to, counted);
    }

    /// Returns the ids of all assignees.
    pub fn people(&self) -> Vec<Uuid> {
        self.by_person.keys().flatten().copied().collect()
    }

    /// Returns the results. `names` are the names of the assignees.
    pub fn results(self, since: NaiveDate, won: WonFigures, names: &HashMap<Uuid, String>) -> Results {
        let reasons = self.reasons.into_iter();
        let mut lost_reasons: Vec<_> =
            reasons.map(|(reason, count)| LostReasonCount { reason, count }).collect();
        lost_reasons.sort_by_key(|found| (Reverse(found.count), found.reason.label()));
        Results {
            since,
            all: self.all.figures(),
            lost_reasons,
            won,
            by_channel: sorted(self.by_channel, |channel| channel.to_value()),
            by_source: sorted(self.by_source, |name| name),
            by_campaign: sorted(self.by_campaign, |name| name),
            by_service: sorted(self.by_service, |name| name),
            by_person: sorted(self.by_person, |id| name_of(id, names)),
        }
    }
}

fn add_to<K: Eq + Hash>(groups: &mut HashMap<K, Group>, key: K, counted: Counted) {
    groups.entry(key).or_default().add(counted);
}

/// Returns the largest groups, largest first.
fn sorted<K>(groups: HashMap<K, Group>, name: impl Fn(K) -> String) -> Vec<ResultGroup> {
    let groups = groups.into_iter();
    let mut all: Vec<_> =
        groups.map(|(key, group)| ResultGroup { name: name(key), figures: group.figures() }).collect();
    all.sort_by(|one, other| {
        let by_number = other.figures.received.cmp(&one.figures.received);
        by_number.then_with(|| one.name.cmp(&other.name))
    });
    all.truncate(MAX_GROUPS);
    all
}

impl Group {
    fn add(&mut self, Counted { stage, reached, value_cents, minutes }: Counted) {
        let figures = &mut self.figures;
        figures.received += 1;
        figures.talking += u64::from(!matches!(reached, New));
        figures.proposal += u64::from(matches!(reached, Proposal | Won));
        match stage {
            Won => {
                figures.won += 1;
                figures.value_cents = figures.value_cents.saturating_add(value_cents);
            }
            Lost => figures.lost += 1,
            New | Talking | Proposal => {}
        }
        self.minutes.extend(minutes);
    }

    fn figures(mut self) -> ResultFigures {
        let answered = self.minutes.len() as u64;
        ResultFigures { answered, median_minutes: median(&mut self.minutes), ..self.figures }
    }
}

/// Returns the median: of an even number of values, the mean of the two in the middle.
fn median(values: &mut [u64]) -> Option<u64> {
    let middle = values.len() / 2;
    if values.is_empty() {
        return None;
    }
    let is_even = values.len().is_multiple_of(2);
    let (before, upper, _) = values.select_nth_unstable(middle);
    let lower = before.iter().max().copied().filter(|_| is_even).unwrap_or(*upper);
    Some(lower.midpoint(*upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_is_in_the_middle() {
        assert_eq!(median(&mut []), None);
        assert_eq!(median(&mut [9, 1, 5]), Some(5));
        assert_eq!(median(&mut [8, 2, 4, 100]), Some(6));
    }
}
