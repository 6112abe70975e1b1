//! The national holidays of Brazil: those with a fixed date, and Good Friday. Carnival, Corpus Christi and the holidays of
//! states and towns are not national holidays.

use chrono::{Datelike, Days, NaiveDate};

/// Month and day.
const FIXED: [(u32, u32); 8] = [
    (1, 1),   // Confraternização Universal
    (4, 21),  // Tiradentes
    (5, 1),   // Dia do Trabalho
    (9, 7),   // Independência
    (10, 12), // Nossa Senhora Aparecida
    (11, 2),  // Finados
    (11, 15), // Proclamação da República
    (12, 25), // Natal
];
/// Dia Nacional de Zumbi e da Consciência Negra, a national holiday by law 14.759/2023. Month and day.
const BLACK_AWARENESS: (u32, u32) = (11, 20);
const BLACK_AWARENESS_SINCE: i32 = 2024;

/// Returns whether the day is a national holiday.
#[must_use]
pub fn is_holiday(day: NaiveDate) -> bool {
    let date = (day.month(), day.day());
    FIXED.contains(&date)
        || (date == BLACK_AWARENESS && day.year() >= BLACK_AWARENESS_SINCE)
        || good_friday(day.year()) == Some(day)
}

/// Returns the Friday before Easter Sunday.
fn good_friday(year: i32) -> Option<NaiveDate> {
    easter(year)?.checked_sub_days(Days::new(2))
}

/// Calculates Easter Sunday with the anonymous Gregorian algorithm.
fn easter(year: i32) -> Option<NaiveDate> {
    let golden = year % 19;
    let (century, of_century) = (year / 100, year % 100);
    let skipped = century - (century + 8) / 25 + 1;
    let epact = (19 * golden + century - century / 4 - skipped / 3 + 15) % 30;
    let weekday = (32 + 2 * (century % 4) + 2 * (of_century / 4) - epact - of_century % 4) % 7;
    let correction = (golden + 11 * epact + 22 * weekday) / 451;
    let days = epact + weekday - 7 * correction + 114;
    let (month, day) = (u32::try_from(days / 31).ok()?, u32::try_from(days % 31 + 1).ok()?);
    NaiveDate::from_ymd_opt(year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    #[test]
    fn easter_has_its_known_date_in_ten_years() {
        for (year, expected) in [
            (1961, "1961-04-02"),
            (2000, "2000-04-23"),
            (2008, "2008-03-23"),
            (2011, "2011-04-24"),
            (2024, "2024-03-31"),
            (2025, "2025-04-20"),
            (2026, "2026-04-05"),
            (2027, "2027-03-28"),
            (2038, "2038-04-25"),
            (2049, "2049-04-18"),
        ] {
            assert_eq!(easter(year), Some(day(expected)));
        }
    }

    #[test]
    fn the_year_2026_has_ten_holidays() {
        let all = day("2026-01-01").iter_days().take(365).filter(|day| is_holiday(*day));
        let all: Vec<String> = all.map(|day| day.format("%m-%d").to_string()).collect();
        assert_eq!(
            all,
            ["01-01", "04-03", "04-21", "05-01", "09-07", "10-12", "11-02", "11-15", "11-20", "12-25"]
        );
    }

    #[test]
    fn optional_holidays_and_days_before_their_law_are_not_national_holidays() {
        // Carnival, Corpus Christi, and 20 November before the law that made it a national holiday.
        for date in ["2026-02-16", "2026-02-17", "2026-06-04", "2023-11-20"] {
            assert!(!is_holiday(day(date)), "{date}");
        }
    }
}
