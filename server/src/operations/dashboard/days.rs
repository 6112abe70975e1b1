//! The days of the dashboard's period, in the time zone of São Paulo.

use std::{iter, ops::Range};

use chrono::NaiveDate;

use crate::platform::{clock::Timestamp, text::date};

/// A date in São Paulo, and its time span: from its start to the start of the next day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Day {
    pub date: NaiveDate,
    pub span: Range<Timestamp>,
}

/// Returns the last `count` days including today, oldest first.
#[must_use]
pub fn last_days(count: u16, now: Timestamp) -> Vec<Day> {
    let today = date::day_of(now);
    let mut dates: Vec<NaiveDate> =
        iter::successors(Some(today), NaiveDate::pred_opt).take(count.into()).collect();
    dates.reverse();
    // Only dates outside the range of chrono have no span.
    dates.into_iter().filter_map(day_of).collect()
}

fn day_of(date: NaiveDate) -> Option<Day> {
    Some(Day { date, span: date::start_of(date)?..date::start_of(date.succ_opt()?)? })
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn time(text: &str) -> Timestamp {
        text.parse().expect("a valid time")
    }

    #[test]
    fn days_are_consecutive_and_end_today() {
        // 23:30 of the 19th in São Paulo.
        let days = last_days(30, time("2026-11-20T02:30:00Z"));
        assert_eq!(days.len(), 30);
        assert_eq!(days[0].date.to_string(), "2026-10-21");
        assert_eq!(days[29].date.to_string(), "2026-11-19");
        assert_eq!(days[29].span, time("2026-11-19T03:00:00Z")..time("2026-11-20T03:00:00Z"));
        assert!(days.windows(2).all(|pair| pair[0].span.end == pair[1].span.start));
    }

    #[test]
    fn day_of_a_daylight_saving_change_has_23_or_25_hours() {
        let length_of_day = |now: &str| {
            let today = last_days(1, time(now)).remove(0).span;
            today.end - today.start
        };
        assert_eq!(length_of_day("2018-11-04T12:00:00Z"), TimeDelta::hours(23));
        assert_eq!(length_of_day("2019-02-16T12:00:00Z"), TimeDelta::hours(25));
    }
}
