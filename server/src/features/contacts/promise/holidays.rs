//! The national holidays of Brazil: those with a fixed date, and Good Friday. Carnival, Corpus Christi and the holidays of
//! states and towns are not national holidays.

use chrono::{Datelike, Days, NaiveDate};

/// Month, day and name.
const FIXED: [(u32, u32, &str); 9] = [
    (1, 1, "Confraternização Universal"),
    (4, 21, "Tiradentes"),
    (5, 1, "Dia do Trabalho"),
    (9, 7, "Independência"),
    (10, 12, "Nossa Senhora Aparecida"),
    (11, 2, "Finados"),
    (11, 15, "Proclamação da República"),
    BLACK_AWARENESS,
    (12, 25, "Natal"),
];
/// Dia Nacional de Zumbi e da Consciência Negra, a national holiday by law 14.759/2023.
const BLACK_AWARENESS: (u32, u32, &str) = (11, 20, "Consciência Negra");
const BLACK_AWARENESS_SINCE: i32 = 2024;

/// Returns the name of the national holiday on the day. `None` if the day isn't one.
#[must_use]
pub fn name_of(day: NaiveDate) -> Option<&'static str> {
    let found =
        FIXED.into_iter().find(|(month, of_month, _)| (*month, *of_month) == (day.month(), day.day()));
    let is_in_force = |holiday| holiday != BLACK_AWARENESS || day.year() >= BLACK_AWARENESS_SINCE;
    let fixed = found.filter(|holiday| is_in_force(*holiday)).map(|(_, _, name)| name);
    fixed.or_else(|| (good_friday(day.year()) == Some(day)).then_some("Sexta-feira Santa"))
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
        let all = day("2026-01-01").iter_days().take(365).filter(|day| name_of(*day).is_some());
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
            assert_eq!(name_of(day(date)), None, "{date}");
        }
    }
}
