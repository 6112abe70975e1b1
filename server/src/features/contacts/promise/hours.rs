//! Business hours, read from the lines that staff wrote for visitors: 'Segunda a sexta, 08:00–18:00'.

use std::ops::RangeInclusive;

use chrono::Weekday;

use crate::platform::text;

/// Both ends of a day.
pub const DAY_MINUTES: u16 = 24 * 60;
const WEEK: usize = 7;
/// What holds where nothing that is written can be understood.
const FALLBACK: (RangeInclusive<usize>, Span) = (0..=4, Span { opens: 8 * 60, closes: 18 * 60 });

/// Part of a day, in minutes from midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    pub opens: u16,
    pub closes: u16,
}

/// When the company works in a week without holidays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BusinessHours {
    /// Monday first; sorted, without overlaps.
    days: [Vec<Span>; WEEK],
    /// Lines that don't say days and times.
    pub ignored: Vec<String>,
    /// Nothing was understood: Monday to Friday, 8:00 to 18:00.
    pub is_fallback: bool,
}

impl BusinessHours {
    /// Whatever is written, there is a working day in the week.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut hours = Self { days: Default::default(), ignored: Vec::new(), is_fallback: false };
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            match Line::parse(line) {
                Some(Line { days, spans }) => {
                    days.into_iter().for_each(|day| hours.days[day].extend(&spans));
                }
                None => hours.ignored.push(line.to_owned()),
            }
        }
        if hours.days.iter().all(Vec::is_empty) {
            hours.is_fallback = true;
            FALLBACK.0.for_each(|day| hours.days[day].push(FALLBACK.1));
        }
        hours.days.iter_mut().for_each(merge);
        hours
    }

    #[must_use]
    pub fn on(&self, day: Weekday) -> &[Span] {
        &self.days[day.num_days_from_monday() as usize]
    }

    /// Every span with the days that have it, both in the order of the week.
    #[must_use]
    pub fn spans(&self) -> Vec<(Span, Vec<Weekday>)> {
        let mut found: Vec<(Span, Vec<Weekday>)> = Vec::new();
        for day in (0..=6).filter_map(|day| Weekday::try_from(day).ok()) {
            for span in self.on(day) {
                match found.iter_mut().find(|(known, _)| known == span) {
                    Some((_, days)) => days.push(day),
                    None => found.push((*span, vec![day])),
                }
            }
        }
        found
    }

    /// What was understood, days with the same hours together: 'Segunda a sexta, 08:00–18:00'.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut first = 0;
        while first < WEEK {
            let same = self.days[first..].iter().take_while(|spans| **spans == self.days[first]).count();
            let last = first + same - 1;
            if !self.days[first].is_empty() {
                lines.push(format!("{}, {}", named(first, last), written(&self.days[first])));
            }
            first += same;
        }
        lines
    }
}

/// Sorts spans, and makes one of those that touch.
fn merge(spans: &mut Vec<Span>) {
    spans.sort_unstable();
    let mut merged: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans.drain(..) {
        match merged.last_mut() {
            Some(last) if span.opens <= last.closes => last.closes = last.closes.max(span.closes),
            _ => merged.push(span),
        }
    }
    *spans = merged;
}

const NAMES: [&str; WEEK] = ["Segunda", "Terça", "Quarta", "Quinta", "Sexta", "Sábado", "Domingo"];

fn named(first: usize, last: usize) -> String {
    match last - first {
        0 => NAMES[first].to_owned(),
        1 => format!("{} e {}", NAMES[first], NAMES[last].to_lowercase()),
        _ => format!("{} a {}", NAMES[first], NAMES[last].to_lowercase()),
    }
}

fn written(spans: &[Span]) -> String {
    let time = |minute: u16| format!("{:02}:{:02}", minute / 60, minute % 60);
    let spans = spans.iter().map(|span| format!("{}–{}", time(span.opens), time(span.closes)));
    spans.collect::<Vec<_>>().join(" e ")
}

/// Days, and the hours of each; none where it says that they are closed.
struct Line {
    days: Vec<usize>,
    spans: Vec<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Day(usize),
    Days(&'static [usize]),
    /// Between two days: all of those from one to the other.
    To,
    /// In minutes from midnight.
    Time(u16),
    Closed,
    /// From midnight to midnight.
    AllDay,
    Other,
}

impl Line {
    fn parse(line: &str) -> Option<Self> {
        let words = words(line);
        let days = days(&words);
        if days.is_empty() {
            return None;
        }
        if words.contains(&Word::Closed) {
            return Some(Self { days, spans: Vec::new() });
        }
        if words.contains(&Word::AllDay) {
            return Some(Self { days, spans: vec![Span { opens: 0, closes: DAY_MINUTES }] });
        }
        let times: Vec<u16> = words.iter().filter_map(Word::time).collect();
        let pairs = times.chunks(2).map(|pair| match *pair {
            [opens, closes] if opens < closes => Some(Span { opens, closes }),
            _ => None,
        });
        let spans = pairs.collect::<Option<Vec<_>>>().filter(|spans| !spans.is_empty())?;
        Some(Self { days, spans })
    }
}

impl Word {
    fn time(&self) -> Option<u16> {
        match self {
            Self::Time(minute) => Some(*minute),
            _ => None,
        }
    }
}

/// Each day once, in the order of the week. A span of days may go over the end of the week: 'sábado a segunda'.
fn days(words: &[Word]) -> Vec<usize> {
    let mut found = [false; WEEK];
    let mut previous: Option<usize> = None;
    let mut is_span = false;
    for word in words {
        match *word {
            Word::Day(day) => {
                if let Some(first) = previous.filter(|_| is_span) {
                    let length = (day + WEEK - first) % WEEK;
                    (0..=length).for_each(|step| found[(first + step) % WEEK] = true);
                }
                found[day] = true;
                (previous, is_span) = (Some(day), false);
            }
            Word::Days(days) => days.iter().for_each(|day| found[*day] = true),
            Word::To => is_span = previous.is_some(),
            // Times may have an 'a' between them as well.
            Word::Time(_) => (previous, is_span) = (None, false),
            _ => is_span = false,
        }
    }
    (0..WEEK).filter(|day| found[*day]).collect()
}

/// 'Seg. à sex.: 8h30 às 18h' as what its words mean.
fn words(line: &str) -> Vec<Word> {
    let folded = text::fold(line).replace('º', "").replace("24/7", " 24h ");
    let folded = folded.replace("dias uteis", "diasuteis").replace("dia util", "diasuteis");
    let folded =
        folded.replace("todos os dias", "diariamente").replace("24 horas", "24h").replace("24 h", "24h");
    let folded = folded.replace("fim de semana", "fimdesemana").replace("fins de semana", "fimdesemana");
    let folded = folded.replace("finais de semana", "fimdesemana");
    let mut words = Vec::new();
    let mut token = String::new();
    for c in folded.chars().chain([' ']) {
        if c.is_alphanumeric() || (c == ':' && token.ends_with(|last: char| last.is_ascii_digit())) {
            token.push(c);
            continue;
        }
        if !token.is_empty() {
            words.extend(meaning(&std::mem::take(&mut token)));
        }
        if matches!(c, '-' | '–' | '—') {
            words.push(Word::To);
        }
    }
    // A lone '24h' is a whole day; '8h às 24h' ends one.
    if words.iter().filter(|word| word.time().is_some()).eq([&Word::Time(DAY_MINUTES)]) {
        words.push(Word::AllDay);
    }
    words
}

/// Nothing for what says nothing by itself, as the 'feira' of 'segunda-feira' and the hyphen before it.
fn meaning(token: &str) -> Option<Word> {
    const WORKING: &[usize] = &[0, 1, 2, 3, 4];
    const WEEKEND: &[usize] = &[5, 6];
    const ALL: &[usize] = &[0, 1, 2, 3, 4, 5, 6];
    let token = token.trim_end_matches(':');
    Some(match token {
        "feira" | "feiras" | "das" | "de" | "do" | "da" | "h" | "hs" | "hrs" | "hora" | "horas" => {
            return None;
        }
        "seg" | "segunda" | "segundas" => Word::Day(0),
        "ter" | "terca" | "tercas" => Word::Day(1),
        "qua" | "quarta" | "quartas" => Word::Day(2),
        "qui" | "quinta" | "quintas" => Word::Day(3),
        "sex" | "sexta" | "sextas" => Word::Day(4),
        "sab" | "sabado" | "sabados" => Word::Day(5),
        "dom" | "domingo" | "domingos" => Word::Day(6),
        "diasuteis" => Word::Days(WORKING),
        "fimdesemana" => Word::Days(WEEKEND),
        "diariamente" => Word::Days(ALL),
        "a" | "as" | "ate" => Word::To,
        "fechado" | "fechada" | "fechados" => Word::Closed,
        "meia" => Word::Other,
        other => time(other).map_or(Word::Other, Word::Time),
    })
}

/// `8`, `08`, `8h`, `8h30`, `8h30min`, `08:30`, `08:30h`.
fn time(token: &str) -> Option<u16> {
    let token = ["min", "hrs", "hs", "h"].iter().find_map(|unit| token.strip_suffix(unit)).unwrap_or(token);
    let (hours, minutes) = token.split_once([':', 'h']).unwrap_or((token, "0"));
    let number = |digits: &str| {
        let plain = (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| digits.parse::<u16>().ok()).flatten()
    };
    let minute = number(hours)? * 60 + number(minutes).filter(|minutes| *minutes < 60)?;
    (minute <= DAY_MINUTES).then_some(minute)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn understood(text: &str) -> Vec<String> {
        let hours = BusinessHours::parse(text);
        assert!(!hours.is_fallback, "{text}");
        hours.lines()
    }

    #[test]
    fn people_write_hours_in_many_ways() {
        for (text, expected) in [
            ("Segunda a sexta, 08:00–18:00", "Segunda a sexta, 08:00–18:00"),
            ("Segunda a Sexta: 8h às 18h", "Segunda a sexta, 08:00–18:00"),
            ("Seg. à sex. | 8h30 - 18h", "Segunda a sexta, 08:30–18:00"),
            ("seg-sex 9h-17h", "Segunda a sexta, 09:00–17:00"),
            ("De segunda-feira a sexta-feira, das 8:00h às 17:30h", "Segunda a sexta, 08:00–17:30"),
            ("Terça e quinta-feira, das 09:00 às 17:00", "Terça, 09:00–17:00|Quinta, 09:00–17:00"),
            ("Dias úteis, 8 às 12 e 13h30 às 18", "Segunda a sexta, 08:00–12:00 e 13:30–18:00"),
            ("Todos os dias, 24 horas", "Segunda a domingo, 00:00–24:00"),
            ("Sábado a segunda: 10h até 16h", "Segunda, 10:00–16:00|Sábado e domingo, 10:00–16:00"),
            ("Fins de semana, 8h às 24h", "Sábado e domingo, 08:00–24:00"),
            ("Sexta, 8h às 12h\nSexta, 11h às 15h", "Sexta, 08:00–15:00"),
            (
                "Segunda a sexta, 08:00–18:00\nSábado, 08:00–12:00\nDomingo: fechado",
                "Segunda a sexta, 08:00–18:00|Sábado, 08:00–12:00",
            ),
        ] {
            assert_eq!(understood(text).join("|"), expected, "{text}");
            assert!(BusinessHours::parse(text).ignored.is_empty(), "{text}");
        }
    }

    #[test]
    fn what_says_no_days_and_times_is_told() {
        let hours =
            BusinessHours::parse("Segunda a sexta, 8h às 18h\nEmergências 24/7\n\nSábado sob consulta");
        assert_eq!(hours.ignored, ["Emergências 24/7", "Sábado sob consulta"]);
        assert_eq!(hours.lines(), ["Segunda a sexta, 08:00–18:00"]);
        for backwards in
            ["Segunda, 18h às 8h", "Segunda, 8h", "Segunda, 25h às 26h", "Segunda, 8h às 12h e 14h"]
        {
            assert_eq!(BusinessHours::parse(backwards).ignored, [backwards]);
        }
    }

    #[test]
    fn without_anything_understood_it_is_office_hours() {
        for text in ["", "Sob consulta", "Domingo: fechado", "24/7"] {
            let hours = BusinessHours::parse(text);
            assert!(hours.is_fallback, "{text}");
            assert_eq!(hours.lines(), ["Segunda a sexta, 08:00–18:00"]);
        }
    }

    #[test]
    fn what_was_understood_is_understood_again() {
        for text in
            ["Seg a sex 8h às 12h e 13h às 18h\nSáb 9-13", "Quarta, 0h às 24h", "Dom e seg, 7h05 às 7h06"]
        {
            let lines = understood(text).join("\n");
            assert_eq!(understood(&lines).join("\n"), lines, "{text}");
        }
    }
}
