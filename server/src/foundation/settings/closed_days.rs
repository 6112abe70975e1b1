//! The days on which the company is closed besides its usual days off and national holidays, as the contact settings list them:
//! one day or range per line, such as '24/12/2026 a 04/01/2027: Recesso de fim de ano'. Without years, as in '09/07: Revolução
//! Constitucionalista', it recurs every year.

use std::fmt;

use chrono::{Datelike, NaiveDate};

use crate::platform::parse::Fields;

/// Maximum number of lines. With [`MAX_DAYS`] and [`MAX_YEARLY_DAYS`] it limits how far away the next working day can be.
const MAX_LINES: usize = 40;
/// Maximum length of a range.
const MAX_DAYS: i64 = 60;
/// Maximum number of days of a year on which lines without years may fall.
const MAX_YEARLY_DAYS: usize = 100;
/// A leap year, to which dates without a year are applied to validate them.
const LEAP_YEAR: i32 = 2028;
const EXAMPLE: &str = "“09/07 Revolução Constitucionalista” ou “24/12/2026 a 04/01/2027 Recesso”";

/// The closed days of the settings.
#[derive(Clone, Debug, Default)]
pub struct ClosedDays(Vec<ClosedRange>);

/// One line: a day or a range of days, and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ClosedRange {
    first: Day,
    last: Day,
    name: String,
}

/// A date, which recurs every year if it has no year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Day {
    day: u32,
    month: u32,
    year: Option<i32>,
}

impl ClosedDays {
    /// Reads the stored text. Ignores invalid lines.
    #[must_use]
    pub fn read(text: &str) -> Self {
        Self(text.lines().filter_map(|line| ClosedRange::parse(line).ok()).collect())
    }

    /// Parses the text of a form field, and returns its stored form. Refuses it with the first invalid line.
    pub(super) fn parse_field(fields: &mut Fields, field: &str, text: &str) -> String {
        let lines = || (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty());
        let mut ranges = Vec::new();
        for (number, line) in lines() {
            match ClosedRange::parse(line) {
                Ok(range) => ranges.push(range),
                Err(problem) => fields.refuse(field, &format!("Linha {number}: {problem}")),
            }
        }
        if ranges.len() > MAX_LINES {
            fields.refuse(
                field,
                &format!("Use até {MAX_LINES} linhas. As de datas que já passaram podem sair."),
            );
        }
        let yearly = Self(ranges.iter().filter(|range| range.first.year.is_none()).cloned().collect());
        let year =
            NaiveDate::from_yo_opt(LEAP_YEAR, 1).into_iter().flat_map(|first| first.iter_days().take(366));
        if year.filter(|day| yearly.name_of(*day).is_some()).count() > MAX_YEARLY_DAYS {
            let problem = format!("Os dias que se repetem todo ano podem somar até {MAX_YEARLY_DAYS}.");
            fields.refuse(field, &problem);
        }
        ranges.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    /// Returns the name of a closed day. `None` if no line contains the day.
    #[must_use]
    pub fn name_of(&self, day: NaiveDate) -> Option<&str> {
        self.0.iter().find(|range| range.contains(day)).map(|range| &*range.name)
    }
}

impl ClosedRange {
    /// Parses a line. Fails with a message that completes 'Linha 2: …'.
    fn parse(line: &str) -> Result<Self, String> {
        let (first, rest) =
            Day::parse_prefix(line.trim())?.ok_or_else(|| format!("comece com a data, como {EXAMPLE}."))?;
        let (last, rest) = match Day::parse_prefix(without_range_word(rest))? {
            Some((last, rest)) => (last, rest),
            None => (first, rest),
        };
        let name = rest.trim_start_matches([':', ',', ';', '-', '–', '—', ' ']).trim();
        if name.is_empty() {
            return Err(format!("escreva também o nome, como {EXAMPLE}."));
        }
        let range = Self { first, last, name: name.to_owned() };
        range.check_length()?;
        Ok(range)
    }

    fn check_length(&self) -> Result<(), String> {
        if self.first.year.is_some() != self.last.year.is_some() {
            return Err("escreva o ano nas duas datas, ou em nenhuma para repetir todo ano.".to_owned());
        }
        let first = self.first.in_year(LEAP_YEAR);
        // A range without years may cross the end of the year.
        let last =
            self.last.in_year(LEAP_YEAR).filter(|last| Some(*last) >= first || self.last.year.is_some());
        let days = match (first, last.or_else(|| self.last.in_year(LEAP_YEAR + 1))) {
            (Some(first), Some(last)) => (last - first).num_days() + 1,
            _ => return Err("29/02 não pode terminar um período que passa pelo fim do ano.".to_owned()),
        };
        match days {
            ..=0 => Err("a segunda data vem antes da primeira.".to_owned()),
            1..=MAX_DAYS => Ok(()),
            _ => Err(format!("um período pode ter até {MAX_DAYS} dias.")),
        }
    }

    fn contains(&self, day: NaiveDate) -> bool {
        let Self { first, last, .. } = self;
        if first.year.is_some() {
            return (first.in_year(0)..=last.in_year(0)).contains(&Some(day));
        }
        let of_year = |day: &Day| (day.month, day.day);
        let (first, last, day) = (of_year(first), of_year(last), (day.month(), day.day()));
        if first <= last { (first..=last).contains(&day) } else { day >= first || day <= last }
    }
}

impl fmt::Display for ClosedRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, last, name } = self;
        if first == last { write!(f, "{first}: {name}") } else { write!(f, "{first} a {last}: {name}") }
    }
}

impl Day {
    /// Parses the date at the start of a text, such as '9/7' or '09/07/2026'. Also returns the text after it. `None` if the text
    /// does not start with a date; an error if the date does not exist.
    fn parse_prefix(text: &str) -> Result<Option<(Self, &str)>, String> {
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '/').unwrap_or(text.len());
        let (date, rest) = text.split_at(end);
        let parts: Vec<&str> = date.split('/').collect();
        let (day, month, year) = match parts[..] {
            [day, month] => (day, month, None),
            [day, month, year] if year.len() == 4 => (day, month, year.parse().ok()),
            [_, _, _] => return Err(format!("escreva o ano de {date} com quatro dígitos.")),
            _ => return Ok(None),
        };
        let missing = || format!("o dia {date} não existe.");
        let (Ok(day), Ok(month)) = (day.parse(), month.parse()) else { return Err(missing()) };
        let parsed = Self { day, month, year };
        parsed.in_year(LEAP_YEAR).ok_or_else(missing)?;
        Ok(Some((parsed, rest)))
    }

    /// Returns the date. `year` applies to a date without a year.
    fn in_year(self, year: i32) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(self.year.unwrap_or(year), self.month, self.day)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { day, month, year } = self;
        write!(f, "{day:02}/{month:02}")?;
        year.map_or(Ok(()), |year| write!(f, "/{year:04}"))
    }
}

/// Removes the word or sign between the two dates of a range: 'a', 'à', 'até' or a dash.
fn without_range_word(text: &str) -> &str {
    let text = text.trim_start();
    let rest = ["até", "a", "à", "-", "–", "—"].into_iter().find_map(|word| text.strip_prefix(word));
    rest.unwrap_or(text).trim_start()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::error::Error;

    fn stored(text: &str) -> Result<String, String> {
        let mut fields = Fields::default();
        let stored = ClosedDays::parse_field(&mut fields, "closed_days", text);
        fields.finish(stored).map_err(|error| match error {
            Error::Invalid(errors) => errors["closed_days"].clone(),
            other => panic!("{other}"),
        })
    }

    #[test]
    fn lines_are_stored_in_one_notation() {
        for (typed, expected) in [
            ("9/7 Revolução Constitucionalista", "09/07: Revolução Constitucionalista"),
            ("13/03/2026 - Mudança de sede", "13/03/2026: Mudança de sede"),
            ("24/12/2026 a 04/01/2027, Recesso", "24/12/2026 a 04/01/2027: Recesso"),
            ("24/12 até 4/1: Recesso", "24/12 a 04/01: Recesso"),
            ("24/12–26/12 Natal", "24/12 a 26/12: Natal"),
            ("29/02: Aniversário da empresa", "29/02: Aniversário da empresa"),
            ("08/12 Aniversário a comemorar", "08/12: Aniversário a comemorar"),
            ("\n 25/01 São Paulo \n\n09/07 SP\n", "25/01: São Paulo\n09/07: SP"),
            ("", ""),
        ] {
            assert_eq!(stored(typed).as_deref(), Ok(expected));
            assert_eq!(stored(expected).as_deref(), Ok(expected), "the stored form is valid");
        }
    }

    #[test]
    fn invalid_line_is_refused_with_its_number() {
        for (typed, problem) in [
            ("09/07 SP\n31/02 Teste", "Linha 2: o dia 31/02 não existe."),
            ("\n29/02/2027 Teste", "Linha 2: o dia 29/02/2027 não existe."),
            ("09/07", "Linha 1: escreva também o nome"),
            ("Natal 25/12", "Linha 1: comece com a data"),
            ("99999999999/1 X", "Linha 1: o dia 99999999999/1 não existe."),
            ("13/03/26 Teste", "Linha 1: escreva o ano de 13/03/26 com quatro dígitos."),
            ("24/12/2026 a 04/01 Recesso", "Linha 1: escreva o ano nas duas datas"),
            ("24/12/2026 a 04/01/2026 Recesso", "Linha 1: a segunda data vem antes"),
            ("01/01/2026 a 02/03/2026 Férias", "Linha 1: um período pode ter até 60 dias."),
            ("02/01 a 01/01 Sempre", "Linha 1: um período pode ter até 60 dias."),
            ("01/12 a 29/02 Verão", "Linha 1: 29/02 não pode terminar"),
        ] {
            let refused = stored(typed).expect_err(typed);
            assert!(refused.starts_with(problem), "{typed}: {refused}");
        }
        let many = "13/03/2026 Teste\n".repeat(MAX_LINES + 1);
        assert!(stored(&many).is_err_and(|problem| problem.starts_with("Use até 40 linhas.")));
        let always = "01/01 a 28/02 Verão\n01/05 a 20/06 Outono";
        assert!(stored(always).is_err_and(|problem| problem.contains("podem somar até 100")));
    }

    #[test]
    fn line_without_years_recurs_every_year() {
        let days =
            ClosedDays::read("09/07: SP\n24/12 a 02/01: Recesso\n13/03/2026 a 15/03/2026: Mudança\nsempre");
        for (day, expected) in [
            ("2026-07-09", Some("SP")),
            ("2031-07-09", Some("SP")),
            ("2026-07-10", None),
            ("2026-12-23", None),
            ("2026-12-24", Some("Recesso")),
            ("2027-01-01", Some("Recesso")),
            ("2027-01-02", Some("Recesso")),
            ("2027-01-03", None),
            ("2026-03-12", None),
            ("2026-03-13", Some("Mudança")),
            ("2026-03-15", Some("Mudança")),
            ("2026-03-16", None),
            ("2027-03-14", None),
        ] {
            assert_eq!(days.name_of(day.parse().expect("a day")), expected, "{day}");
        }
    }
}
