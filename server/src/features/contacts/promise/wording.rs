//! Deadlines and opening times in Portuguese: 'hoje, 18h', 'terça, 9h30', '24/11, 18h'.

use chrono::{Datelike, NaiveDate, TimeDelta, Timelike, Weekday};
use chrono_tz::America::Sao_Paulo;

use super::{Calendar, days_from, moment};
use crate::platform::{clock::Timestamp, text::date};

/// Number of days before and after today for which the name of the weekday is unambiguous.
const NAMED_DAYS: i64 = 6;
/// Number of days before and after today for which a date without a year is unambiguous.
const YEARLESS_DAYS: i64 = 180;
/// Minimum time until the next closing for which the text is 'open 24 hours a day'.
const ALWAYS: TimeDelta = TimeDelta::days(7);

/// A minute of a day in São Paulo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalTime {
    day: NaiveDate,
    minute: u16,
}

impl LocalTime {
    #[must_use]
    pub fn at(moment: Timestamp) -> Self {
        let local = moment.with_timezone(&Sao_Paulo);
        let minute = u16::try_from(local.hour() * 60 + local.minute()).unwrap_or(0);
        Self { day: local.date_naive(), minute }
    }

    /// Returns a text relative to today, valid only today: 'hoje, 18h', 'amanhã, 9h30', 'terça, 18h', '24/11, 18h'.
    #[must_use]
    pub fn relative(self, now: Timestamp) -> String {
        let name = day_name(self.day, date::day_of(now), false);
        format!("{name}, {}", hour(self.minute))
    }

    /// Returns a text for the next opening or closing: 'às 18h' if it is today, or else such as 'amanhã, 9h30'.
    fn upcoming(self, now: Timestamp) -> String {
        if self.day == date::day_of(now) {
            format!("{} {}", preposition(self.minute), hour(self.minute))
        } else {
            self.relative(now)
        }
    }

    /// Returns a text that is valid on any day: 'terça-feira, 24/11, às 18h'.
    #[must_use]
    pub fn full(self) -> String {
        let (weekday, day) = (long_weekday(self.day.weekday()), self.day.format("%d/%m"));
        format!("{weekday}, {day}, {} {}", preposition(self.minute), hour(self.minute))
    }
}

/// Whether the company is open, as a text that is valid until `changes_at`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    pub is_open: bool,
    /// 'Aberto agora · fecha às 18h', 'Fechado agora · abre segunda, 8h'
    pub text: String,
    pub changes_at: Timestamp,
}

impl Calendar {
    /// Returns the last day for the reply to a request that is sent today with a promise of `hours`, such as 'amanhã',
    /// 'terça-feira' or '24/11'. The text is valid until [`next_midnight`].
    #[must_use]
    pub fn deadline_day(&self, hours: u16, now: Timestamp) -> String {
        let latest = LocalTime::at(self.deadline(next_midnight(now) - TimeDelta::microseconds(1), hours));
        day_name(latest.day, date::day_of(now), true)
    }

    /// Returns up to `limit` closed days and holidays of the next year, in order: '24/12 a 04/01: Recesso', '21/04: Tiradentes'.
    #[must_use]
    pub fn next_closed(&self, limit: usize, now: Timestamp) -> Vec<String> {
        let mut found: Vec<(NaiveDate, NaiveDate, &str)> = Vec::new();
        for day in days_from(date::day_of(now)).take(366) {
            let Some(name) = self.closed_name(day) else { continue };
            if let Some((_, last, same)) = found.last_mut()
                && *same == name
                && last.succ_opt() == Some(day)
            {
                *last = day;
            } else if found.len() == limit {
                break;
            } else {
                found.push((day, day, name));
            }
        }
        let text = |(first, last, name): (NaiveDate, NaiveDate, &str)| {
            let (from, to) = (first.format("%d/%m"), last.format("%d/%m"));
            if first == last { format!("{from}: {name}") } else { format!("{from} a {to}: {name}") }
        };
        found.into_iter().map(text).collect()
    }

    /// Returns whether the company is open. `None` if its hours could not be parsed.
    #[must_use]
    pub fn opening(&self, now: Timestamp) -> Option<Opening> {
        if self.hours.is_fallback {
            return None;
        }
        let (opens, closes) = self.current_or_next_span(now)?;
        let midnight = next_midnight(now);
        let is_open = opens <= now;
        let text = if !is_open {
            format!("Fechado agora · abre {}", LocalTime::at(opens).upcoming(now))
        } else if closes - now > ALWAYS {
            "Aberto agora · 24 horas por dia".to_owned()
        } else if closes == midnight {
            "Aberto agora · fecha à meia-noite".to_owned()
        } else {
            format!("Aberto agora · fecha {}", LocalTime::at(closes).upcoming(now))
        };
        // The text also changes at midnight, when 'amanhã' becomes 'hoje'.
        let changes_at = if is_open { closes } else { opens }.min(midnight);
        Some(Opening { is_open, text, changes_at })
    }

    /// Returns start and end of the current or next business hours. Spans that meet at midnight are joined.
    fn current_or_next_span(&self, now: Timestamp) -> Option<(Timestamp, Timestamp)> {
        let mut found: Option<(Timestamp, Timestamp)> = None;
        for day in days_from(date::day_of(now)) {
            for span in self.spans(day) {
                let (opens, closes) = (moment(day, span.opens)?, moment(day, span.closes)?);
                match &mut found {
                    _ if closes <= now => {}
                    None => found = Some((opens, closes)),
                    Some((_, end)) if *end == opens => *end = closes,
                    Some(_) => return found,
                }
            }
            if found.is_some_and(|(_, end)| end - now > ALWAYS) {
                return found;
            }
        }
        found
    }
}

/// Returns the end of today in São Paulo.
#[must_use]
pub fn next_midnight(now: Timestamp) -> Timestamp {
    let tomorrow = date::day_of(now).succ_opt().and_then(date::start_of);
    tomorrow.unwrap_or(now + TimeDelta::days(1))
}

/// Returns the name of a day relative to today: 'hoje', 'terça' (`is_long`: 'terça-feira') or '24/11'.
fn day_name(day: NaiveDate, today: NaiveDate, is_long: bool) -> String {
    let days = (day - today).num_days();
    match days {
        0 => "hoje".to_owned(),
        1 => "amanhã".to_owned(),
        -1 => "ontem".to_owned(),
        _ if days.abs() <= NAMED_DAYS && is_long => long_weekday(day.weekday()).to_owned(),
        _ if days.abs() <= NAMED_DAYS => long_weekday(day.weekday()).trim_end_matches("-feira").to_owned(),
        _ if days.abs() <= YEARLESS_DAYS => day.format("%d/%m").to_string(),
        _ => day.format("%d/%m/%Y").to_string(),
    }
}

fn long_weekday(day: Weekday) -> &'static str {
    match day {
        Weekday::Mon => "segunda-feira",
        Weekday::Tue => "terça-feira",
        Weekday::Wed => "quarta-feira",
        Weekday::Thu => "quinta-feira",
        Weekday::Fri => "sexta-feira",
        Weekday::Sat => "sábado",
        Weekday::Sun => "domingo",
    }
}

/// Returns a time as '18h' or '9h30'.
fn hour(minute: u16) -> String {
    match (minute / 60, minute % 60) {
        (hours, 0) => format!("{hours}h"),
        (hours, minutes) => format!("{hours}h{minutes:02}"),
    }
}

/// Returns the preposition before a time: 'à' before '1h', or else 'às'.
fn preposition(minute: u16) -> &'static str {
    if minute / 60 == 1 { "à" } else { "às" }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OFFICE: &str = "Segunda a sexta, 08:00–18:00\nSábado, 08:00–12:00";

    /// Parses a local time of São Paulo, such as `2026-11-23T09:30`.
    fn at(local: &str) -> Timestamp {
        let zoned = format!("{local}:00-03:00");
        chrono::DateTime::parse_from_rfc3339(&zoned).expect("a moment").to_utc()
    }

    fn wording(hours: &str, received: &str) -> (String, String) {
        let calendar = Calendar::with_hours(hours);
        let deadline = LocalTime::at(calendar.deadline(at(received), 24));
        (deadline.relative(at(received)), deadline.full())
    }

    #[test]
    fn deadline_has_a_relative_and_a_full_wording() {
        for (received, relative, full) in [
            ("2026-11-23T09:30", "amanhã, 9h30", "terça-feira, 24/11, às 9h30"),
            // Friday, 20 November is a holiday.
            ("2026-11-19T17:05", "sábado, 17h05", "sábado, 21/11, às 17h05"),
            // Sunday isn't a working day. The midnight after Monday becomes the end of Monday's business hours.
            ("2026-11-22T16:35", "amanhã, 18h", "segunda-feira, 23/11, às 18h"),
            ("2026-11-20T09:00", "amanhã, 12h", "sábado, 21/11, às 12h"),
            ("2026-11-24T01:10", "amanhã, 1h10", "quarta-feira, 25/11, à 1h10"),
        ] {
            assert_eq!(wording(OFFICE, received), (relative.to_owned(), full.to_owned()), "{received}");
        }
        assert_eq!(wording("Segunda, 8h às 12h", "2026-11-23T09:00").0, "30/11, 9h");
        assert_eq!(wording("Todos os dias, 24 horas", "2026-11-20T09:00").0, "amanhã, 23h59");
    }

    #[test]
    fn past_deadline_has_a_relative_wording() {
        let deadline = LocalTime::at(at("2026-11-18T18:00"));
        for (now, expected) in [
            ("2026-11-19T08:00", "ontem, 18h"),
            ("2026-11-23T08:00", "quarta, 18h"),
            ("2026-12-02T08:00", "18/11, 18h"),
            ("2027-12-02T08:00", "18/11/2026, 18h"),
        ] {
            assert_eq!(deadline.relative(at(now)), expected);
        }
    }

    #[test]
    fn deadline_day_is_valid_for_requests_until_midnight() {
        let calendar = Calendar::with_hours(OFFICE);
        for (now, expected) in [
            ("2026-11-23T00:00", "amanhã"),
            ("2026-11-23T23:59", "amanhã"),
            ("2026-11-19T10:00", "sábado"),
            ("2026-11-21T10:00", "segunda-feira"),
            ("2026-11-22T10:00", "amanhã"),
        ] {
            assert_eq!(calendar.deadline_day(24, at(now)), expected, "{now}");
            let last = next_midnight(at(now)) - TimeDelta::microseconds(1);
            let deadline = LocalTime::at(calendar.deadline(last, 24));
            assert!(deadline.relative(at(now)).starts_with(expected.trim_end_matches("-feira")));
        }
    }

    #[test]
    fn opening_text_names_the_next_opening_or_closing() {
        let lunch = "Segunda a sexta, 8h às 12h e 13h30 às 18h";
        for (hours, now, text, changes_at) in [
            (OFFICE, "2026-11-23T09:00", "Aberto agora · fecha às 18h", "2026-11-23T18:00"),
            (OFFICE, "2026-11-23T18:00", "Fechado agora · abre amanhã, 8h", "2026-11-24T00:00"),
            (OFFICE, "2026-11-24T00:00", "Fechado agora · abre às 8h", "2026-11-24T08:00"),
            (OFFICE, "2026-11-21T12:00", "Fechado agora · abre segunda, 8h", "2026-11-22T00:00"),
            (OFFICE, "2026-11-20T10:00", "Fechado agora · abre amanhã, 8h", "2026-11-21T00:00"),
            (lunch, "2026-11-23T12:10", "Fechado agora · abre às 13h30", "2026-11-23T13:30"),
            (
                "Segunda, 8h às 24h",
                "2026-11-23T20:00",
                "Aberto agora · fecha à meia-noite",
                "2026-11-24T00:00",
            ),
            (
                "Segunda, 18h às 24h\nTerça, 0h às 1h30",
                "2026-11-23T20:00",
                "Aberto agora · fecha amanhã, 1h30",
                "2026-11-24T00:00",
            ),
        ] {
            let opening = Calendar::with_hours(hours).opening(at(now)).expect("hours");
            assert_eq!((&*opening.text, opening.changes_at), (text, at(changes_at)), "{now}");
            assert_eq!(opening.is_open, text.starts_with("Aberto"));
        }
        let always = Calendar::with_hours("Todos os dias, 24 horas").opening(at("2026-11-23T20:00"));
        assert!(always.expect("hours").text.starts_with("Aberto agora"));
        assert_eq!(Calendar::with_hours("Quando quiser").opening(at("2026-11-23T09:00")), None);
    }
}
