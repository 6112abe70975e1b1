//! Dates in Portuguese and in the time zone of São Paulo.

use chrono::{Datelike, NaiveDate, NaiveDateTime, NaiveTime, Offset, SecondsFormat, TimeZone};
use chrono_tz::America::Sao_Paulo;

use crate::platform::clock::Timestamp;

const MONTHS: [&str; 12] = [
    "janeiro",
    "fevereiro",
    "março",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
];

/// Formats a day as `20 de novembro de 2026`. The first of a month is `1º`.
#[must_use]
pub fn long(day: NaiveDate) -> String {
    let ordinal = if day.day() == 1 { "º" } else { "" };
    format!("{}{ordinal} de {} de {}", day.day(), MONTHS[day.month0() as usize], day.year())
}

/// Returns date and time of a moment in São Paulo; in UTC for the first hours of the range of dates, which have no local time.
fn local(moment: Timestamp) -> NaiveDateTime {
    let utc = moment.naive_utc();
    let offset = Sao_Paulo.offset_from_utc_datetime(&utc).fix();
    utc.checked_add_offset(offset).unwrap_or(utc)
}

/// Returns the day of a moment in São Paulo.
#[must_use]
pub fn day_of(moment: Timestamp) -> NaiveDate {
    local(moment).date()
}

/// Returns the moment at which a day begins in São Paulo: midnight, or 1:00 if daylight saving time skips the hour before. `None`
/// only for years out of range.
#[must_use]
pub fn start_of(day: NaiveDate) -> Option<Timestamp> {
    let start = day.and_time(NaiveTime::MIN).and_local_timezone(Sao_Paulo).earliest();
    let start = start.or_else(|| day.and_hms_opt(1, 0, 0)?.and_local_timezone(Sao_Paulo).earliest());
    start.map(|start| start.to_utc())
}

/// Returns the moment of a time of day in São Paulo. A time that daylight saving time skips becomes the start of the day.
#[must_use]
pub fn at(day: NaiveDate, time: NaiveTime) -> Option<Timestamp> {
    let found = day.and_time(time).and_local_timezone(Sao_Paulo).earliest();
    found.map(|found| found.to_utc()).or_else(|| start_of(day))
}

/// Formats the time of a moment in São Paulo as `09:05`.
#[must_use]
pub fn time_of(moment: Timestamp) -> String {
    local(moment).format("%H:%M").to_string()
}

/// Returns the moment at which the year after `moment` begins in São Paulo.
#[must_use]
pub fn start_of_next_year(moment: Timestamp) -> Option<Timestamp> {
    start_of(NaiveDate::from_ymd_opt(day_of(moment).year() + 1, 1, 1)?)
}

/// Formats a moment as `2026-11-20T12:05:00Z`, for programs.
#[must_use]
pub fn rfc3339(moment: Timestamp) -> String {
    moment.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// Formats a moment as `20 de novembro de 2026, às 09:05 (horário de Brasília)`.
#[must_use]
pub fn moment(moment: Timestamp) -> String {
    let time = time_of(moment);
    format!("{}, às {time} (horário de Brasília)", long(day_of(moment)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_date_spells_out_the_month() {
        let day = |text: &str| text.parse::<NaiveDate>().expect("a day");
        assert_eq!(long(day("2026-11-20")), "20 de novembro de 2026");
        assert_eq!(long(day("2024-03-01")), "1º de março de 2024");
    }

    #[test]
    fn day_changes_at_midnight_in_sao_paulo() {
        let moment: Timestamp = "2026-11-20T01:00:00Z".parse().expect("a moment");
        assert_eq!(day_of(moment).to_string(), "2026-11-19");
    }

    #[test]
    fn earliest_and_latest_timestamps_are_formatted() {
        assert!(moment(Timestamp::MIN_UTC).ends_with("de -262143, às 00:00 (horário de Brasília)"));
        assert!(moment(Timestamp::MAX_UTC).ends_with("de 262142, às 20:59 (horário de Brasília)"));
    }

    #[test]
    fn day_without_midnight_begins_at_one() {
        for (day, expected) in
            [("2026-11-20", "2026-11-20T03:00:00Z"), ("2018-11-04", "2018-11-04T03:00:00Z")]
        {
            let start = start_of(day.parse().expect("a day")).expect("a moment");
            assert_eq!(start, expected.parse::<Timestamp>().expect("a moment"), "{day}");
            assert_eq!(day_of(start).to_string(), day);
        }
    }
}
