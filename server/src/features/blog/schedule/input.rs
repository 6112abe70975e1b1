//! Parses the times at which a post is published and unpublished.

use crate::{
    features::blog::model::PostSchedule,
    platform::{clock::Timestamp, parse::Fields},
};

const NOT_FUTURE: &str = "Escolha um momento no futuro.";

/// The fields of a request that set when visitors see a post. `None` keeps the stored value, `Some(None)` clears it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScheduleInput {
    pub is_published: Option<bool>,
    pub publish_at: Option<Option<Timestamp>>,
    pub unpublish_at: Option<Option<Timestamp>>,
    /// Time of the first publication of an imported post. Ignored unless the post is new.
    pub published_at: Option<Timestamp>,
}

impl ScheduleInput {
    /// Parses the schedule of a post. `current` is its stored schedule; `None` for a new post. Refuses a past time, unless
    /// it is the stored one. Drops `publish_at` of a published post, and `unpublish_at` of a draft without `publish_at`.
    pub fn parse(self, fields: &mut Fields, current: Option<&PostSchedule>, now: Timestamp) -> PostSchedule {
        let old = current.copied().unwrap_or_default();
        let is_published = self.is_published.unwrap_or(old.is_published);
        let mut parse_time = |name, applies: bool, new: Option<Option<Timestamp>>, old: Option<Timestamp>| {
            let time = new.unwrap_or(old).filter(|_| applies);
            if time.is_some_and(|time| time <= now) && time != old {
                fields.refuse(name, NOT_FUTURE);
            }
            time
        };
        let publish_at = parse_time("publish_at", !is_published, self.publish_at, old.publish_at);
        let will_be_public = is_published || publish_at.is_some();
        let unpublish_at = parse_time("unpublish_at", will_be_public, self.unpublish_at, old.unpublish_at);
        if let (Some(from), Some(to)) = (publish_at, unpublish_at)
            && to <= from
        {
            fields.refuse("unpublish_at", "Escolha um momento depois da publicação.");
        }
        let imported = self.published_at.filter(|_| current.is_none());
        if imported.is_some_and(|time| time > now) {
            fields.refuse("published_at", "Escolha um momento no passado.");
        }
        PostSchedule { is_published, publish_at, unpublish_at, published_at: old.published_at.or(imported) }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::platform::error::Result;

    fn now() -> Timestamp {
        Timestamp::default() + TimeDelta::days(20_000)
    }

    fn parse(input: ScheduleInput) -> Result<PostSchedule> {
        let mut fields = Fields::default();
        let schedule = input.parse(&mut fields, None, now());
        fields.finish(schedule)
    }

    fn in_hours(hours: i64) -> Option<Option<Timestamp>> {
        Some(Some(now() + TimeDelta::hours(hours)))
    }

    #[test]
    fn publish_at_of_a_published_post_is_dropped() {
        for hours in [1, -1] {
            let publish_at = in_hours(hours);
            let input = ScheduleInput { is_published: Some(true), publish_at, ..ScheduleInput::default() };
            assert_eq!(parse(input).expect("valid").publish_at, None);
        }
    }

    #[test]
    fn unpublish_at_of_an_unscheduled_draft_is_dropped() {
        for hours in [1, -1] {
            let input = ScheduleInput { unpublish_at: in_hours(hours), ..ScheduleInput::default() };
            assert_eq!(parse(input).expect("valid"), PostSchedule::default());
        }
    }

    #[test]
    fn scheduled_times_must_be_in_the_future_and_in_order() {
        for (publish_at, unpublish_at, is_valid) in
            [(1, 2, true), (0, 2, false), (-1, 2, false), (2, 2, false), (2, 1, false)]
        {
            let (publish_at, unpublish_at) = (in_hours(publish_at), in_hours(unpublish_at));
            let input = ScheduleInput { publish_at, unpublish_at, ..ScheduleInput::default() };
            assert_eq!(parse(input).is_ok(), is_valid, "{publish_at:?} {unpublish_at:?}");
        }
    }
}
