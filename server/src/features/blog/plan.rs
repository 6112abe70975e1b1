//! When a post comes out and when it goes: at once, at a moment to come, or not at all.

use serde::{Deserialize, Deserializer};

use super::model::{Post, PostInput};
use crate::platform::{clock::Timestamp, parse::Fields};

const PAST: &str = "Escolha um momento no futuro.";

/// What a request says of a moment, when it says anything: that there is none, or which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planned {
    Never,
    For(Timestamp),
}

impl Planned {
    fn moment(self) -> Option<Timestamp> {
        match self {
            Self::Never => None,
            Self::For(moment) => Some(moment),
        }
    }
}

/// Tells `null` from a field that was left out.
pub fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Planned>, D::Error> {
    let moment = Option::<Timestamp>::deserialize(deserializer)?;
    Ok(Some(moment.map_or(Planned::Never, Planned::For)))
}

/// The part of a post that says when visitors see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub is_published: bool,
    /// Only of a post that isn't published.
    pub publish_at: Option<Timestamp>,
    /// Only of a post that is published, or will be.
    pub unpublish_at: Option<Timestamp>,
    pub published_at: Option<Timestamp>,
}

impl Plan {
    /// What `input` says, and for the rest what `current` has. A moment that is past is refused, unless it was there
    /// before and only hasn't been acted on yet; one that says nothing, as when to go of what never comes out, isn't kept.
    pub fn parse(fields: &mut Fields, input: &PostInput, current: Option<&Post>, now: Timestamp) -> Self {
        let is_published = input.is_published.or(current.map(|post| post.is_published)).unwrap_or(false);
        let mut planned = |name, counts: bool, new: Option<Planned>, old: Option<Timestamp>| {
            let moment = new.map_or(old, Planned::moment).filter(|_| counts);
            if moment.is_some_and(|moment| moment <= now) && moment != old {
                fields.refuse(name, PAST);
            }
            moment
        };
        let (comes, goes) =
            (current.and_then(|post| post.publish_at), current.and_then(|post| post.unpublish_at));
        let publish_at = planned("publish_at", !is_published, input.publish_at, comes);
        let is_seen = is_published || publish_at.is_some();
        let unpublish_at = planned("unpublish_at", is_seen, input.unpublish_at, goes);
        if let (Some(from), Some(to)) = (publish_at, unpublish_at)
            && to <= from
        {
            fields.refuse("unpublish_at", "Escolha um momento depois da publicação.");
        }
        let elsewhere = input.published_at.filter(|_| current.is_none());
        if elsewhere.is_some_and(|moment| moment > now) {
            fields.refuse("published_at", "Escolha um momento no passado.");
        }
        let published_at = current.and_then(|post| post.published_at).or(elsewhere);
        Self { is_published, publish_at, unpublish_at, published_at }
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

    fn parse(input: &PostInput) -> Result<Plan> {
        let mut fields = Fields::default();
        let plan = Plan::parse(&mut fields, input, None, now());
        fields.finish(plan)
    }

    fn at(hours: i64) -> Option<Planned> {
        Some(Planned::For(now() + TimeDelta::hours(hours)))
    }

    #[test]
    fn null_is_not_nothing() {
        let read = |json: &str| serde_json::from_str::<PostInput>(json).expect("JSON").publish_at;
        assert_eq!(read("{}"), None);
        assert_eq!(read(r#"{"publish_at": null}"#), Some(Planned::Never));
        assert!(matches!(read(r#"{"publish_at": "2026-11-21T10:00:00-03:00"}"#), Some(Planned::For(_))));
    }

    #[test]
    fn what_is_out_needs_no_plan_to_come_out() {
        let input = PostInput { is_published: Some(true), publish_at: at(1), ..PostInput::default() };
        assert_eq!(parse(&input).expect("valid").publish_at, None);
    }

    #[test]
    fn what_never_comes_out_never_goes() {
        let input = PostInput { unpublish_at: at(1), ..PostInput::default() };
        assert_eq!(parse(&input).expect("valid"), Plan::default());
    }

    #[test]
    fn a_moment_that_does_not_count_may_be_any() {
        let out = PostInput { is_published: Some(true), publish_at: at(-1), ..PostInput::default() };
        assert_eq!(parse(&out).expect("valid").publish_at, None);
        let never = PostInput { unpublish_at: at(-1), ..PostInput::default() };
        assert_eq!(parse(&never).expect("valid"), Plan::default());
    }

    #[test]
    fn plans_are_for_the_future_and_in_order() {
        for (publish_at, unpublish_at, good) in
            [(1, 2, true), (0, 2, false), (-1, 2, false), (2, 2, false), (2, 1, false)]
        {
            let (publish_at, unpublish_at) = (at(publish_at), at(unpublish_at));
            let input = PostInput { publish_at, unpublish_at, ..PostInput::default() };
            assert_eq!(parse(&input).is_ok(), good, "{publish_at:?} {unpublish_at:?}");
        }
    }
}
