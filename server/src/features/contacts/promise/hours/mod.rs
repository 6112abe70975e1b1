//! Business hours, parsed from the text that staff write for visitors: 'Segunda a sexta, 08:00–18:00'.

mod line;

use std::ops::RangeInclusive;

use chrono::Weekday;

use self::line::{DaysAndSpans, parse_line};

/// Number of minutes of a day. As a time of day, it is the midnight at the end.
pub const DAY_MINUTES: u16 = 24 * 60;
const WEEK: usize = 7;
/// Days and hours used if the text has no valid line.
const FALLBACK: (RangeInclusive<usize>, Span) = (0..=4, Span { opens: 8 * 60, closes: 18 * 60 });
const DAY_NAMES: [&str; WEEK] = ["Segunda", "Terça", "Quarta", "Quinta", "Sexta", "Sábado", "Domingo"];

/// Part of a day, in minutes from midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    pub opens: u16,
    pub closes: u16,
}

/// The company's working hours in a week without holidays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BusinessHours {
    /// Spans of each day, Monday first; sorted, without overlaps. A day without spans isn't a working day.
    days: [Vec<Span>; WEEK],
    /// Lines that could not be parsed.
    pub ignored: Vec<String>,
    /// Whether no line was valid, so that Monday to Friday, 8:00 to 18:00, is used.
    pub is_fallback: bool,
}

impl BusinessHours {
    /// Parses lines of days and times. Any text results in at least one working day.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut hours = Self { days: Default::default(), ignored: Vec::new(), is_fallback: false };
        let mut closed = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let Some(parts) = parse_line(line) else {
                hours.ignored.push(line.to_owned());
                continue;
            };
            for DaysAndSpans { days, spans } in parts {
                if spans.is_empty() {
                    closed.extend(&days);
                }
                days.into_iter().for_each(|day| hours.days[day].extend(&spans));
            }
        }
        closed.into_iter().for_each(|day: usize| hours.days[day].clear());
        if hours.days.iter().all(Vec::is_empty) {
            hours.is_fallback = true;
            FALLBACK.0.for_each(|day| hours.days[day].push(FALLBACK.1));
        }
        hours.days.iter_mut().for_each(merge);
        hours
    }

    /// Returns the spans of a weekday, sorted.
    #[must_use]
    pub fn on(&self, day: Weekday) -> &[Span] {
        &self.days[day.num_days_from_monday() as usize]
    }

    /// Returns each span with its days, in the order of the week.
    #[must_use]
    pub fn days_by_span(&self) -> Vec<(Span, Vec<Weekday>)> {
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

    /// Returns the hours as normalized lines that group days with the same hours: 'Segunda a sexta, 08:00–18:00'.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut first = 0;
        while first < WEEK {
            let same = self.days[first..].iter().take_while(|spans| **spans == self.days[first]).count();
            let last = first + same - 1;
            if !self.days[first].is_empty() {
                lines.push(format!("{}, {}", days_text(first, last), spans_text(&self.days[first])));
            }
            first += same;
        }
        lines
    }
}

/// Sorts spans and joins those that touch or overlap.
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

fn days_text(first: usize, last: usize) -> String {
    match last - first {
        0 => DAY_NAMES[first].to_owned(),
        1 => format!("{} e {}", DAY_NAMES[first], DAY_NAMES[last].to_lowercase()),
        _ => format!("{} a {}", DAY_NAMES[first], DAY_NAMES[last].to_lowercase()),
    }
}

fn spans_text(spans: &[Span]) -> String {
    let time = |minute: u16| format!("{:02}:{:02}", minute / 60, minute % 60);
    let spans = spans.iter().map(|span| format!("{}–{}", time(span.opens), time(span.closes)));
    spans.collect::<Vec<_>>().join(" e ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed_lines(text: &str) -> Vec<String> {
        let hours = BusinessHours::parse(text);
        assert!(!hours.is_fallback, "{text}");
        hours.lines()
    }

    #[test]
    fn hours_are_parsed_in_many_notations() {
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
            ("De segunda a segunda, 8h às 22h", "Segunda a domingo, 08:00–22:00"),
            ("Dom. a dom., 0h às 0h", "Segunda a domingo, 00:00–24:00"),
            ("Atendimento 24 horas por dia, 7 dias por semana", "Segunda a domingo, 00:00–24:00"),
            ("Dias de semana, atendimento das 08h:00 às 18h:30", "Segunda a sexta, 08:00–18:30"),
            (
                "Segunda-feira, quarta-feira e sexta-feira: 8.00 às 18.30",
                "Segunda, 08:00–18:30|Quarta, 08:00–18:30|Sexta, 08:00–18:30",
            ),
            ("Segunda ao sábado, exceto feriado, 8h → 12h", "Segunda a sábado, 08:00–12:00"),
            ("8h às 18h todo dia útil", "Segunda a sexta, 08:00–18:00"),
            ("3as e 5as das 8h30m ao meio-dia", "Terça, 08:30–12:00|Quinta, 08:30–12:00"),
            ("Todo dia, 18h às 0h (horário de Brasília)", "Segunda a domingo, 18:00–24:00"),
            ("Sábado 9h-13h\nDomingos e feriados: fechado", "Sábado, 09:00–13:00"),
            ("Sábado 9h-13h\nFeriados: fechado", "Sábado, 09:00–13:00"),
            ("Sexta, 8h às 12h\nSexta, 11h às 15h", "Sexta, 08:00–15:00"),
            ("8h às 18h de segunda a sexta", "Segunda a sexta, 08:00–18:00"),
            ("2ª a 6ª feira, 8h às 18h, exceto feriados", "Segunda a sexta, 08:00–18:00"),
            (
                "Segunda a sexta, 8h às 18h; sábado, 8h às 12h",
                "Segunda a sexta, 08:00–18:00|Sábado, 08:00–12:00",
            ),
            (
                "8h às 12h de segunda a quinta, 9h às 12h e 14h às 16h na sexta",
                "Segunda a quinta, 08:00–12:00|Sexta, 09:00–12:00 e 14:00–16:00",
            ),
            ("Segunda a quarta 8h-18h, terça fechado", "Segunda, 08:00–18:00|Quarta, 08:00–18:00"),
            ("Domingo: fechado\nTodos os dias, 8h às 12h", "Segunda a sábado, 08:00–12:00"),
            (
                "Seg-qui 24h, sexta 8h-12h e 13h-18h, sábado e domingo fechado",
                "Segunda a quinta, 00:00–24:00|Sexta, 08:00–12:00 e 13:00–18:00",
            ),
            (
                "Segunda a sexta, 08:00–18:00\nSábado, 08:00–12:00\nDomingo: fechado",
                "Segunda a sexta, 08:00–18:00|Sábado, 08:00–12:00",
            ),
        ] {
            assert_eq!(parsed_lines(text).join("|"), expected, "{text}");
            assert!(BusinessHours::parse(text).ignored.is_empty(), "{text}");
        }
    }

    #[test]
    fn lines_without_days_and_times_are_reported() {
        let hours =
            BusinessHours::parse("Segunda a sexta, 8h às 18h\nEmergências 24/7\n\nSábado sob consulta");
        assert_eq!(hours.ignored, ["Emergências 24/7", "Sábado sob consulta"]);
        assert_eq!(hours.lines(), ["Segunda a sexta, 08:00–18:00"]);
        for invalid in [
            "Segunda, 18h às 8h",
            "Segunda, 8h",
            "Segunda, 25h às 26h",
            "Segunda, 8h às 12h e 14h",
            "Segunda, 8h às 12h; terça, 14h",
            "Fechado no domingo, segunda a sexta 8h às 18h",
            "Segunda 8h às 12h, sexta",
            "Segunda, 8h às 12h; 9h às 12h sábado",
            "Segunda a sexta 8h às 18h, exceto quarta 8h às 12h",
            "Todos os dias, 8h às 18h, menos aos domingos",
            "Segunda 99h às 100h, terça 9h às 10h",
            "Segunda a sexta, 8h às 18h, feriados 8h às 20h",
            "Segunda a sexta, 8h às 18h; plantão 18h às 22h",
            "Segunda a sexta, 9h às 18h (almoço 12h às 13h)",
            "Sábado: não há atendimento 24h",
            "Não abrimos sábado, 8h às 12h",
            "Sem atendimento sábado, 8h às 12h",
            "Segunda a sexta, 8h 15 às 12h 15",
            "Segunda a sexta, 8h, 18h",
            "Todos os dias, exceto feriados e domingos, das 8h às 18h",
            "Plantão 24 horas por dia, todos os dias",
            "Sábado fechado à tarde",
            "Seg - Qua - Sex, 8h às 12h",
            "Aos sábados alternados, 8h às 12h",
        ] {
            assert_eq!(BusinessHours::parse(invalid).ignored, [invalid]);
        }
    }

    #[test]
    fn text_without_valid_lines_uses_the_fallback() {
        for text in ["", "Sob consulta", "Domingo: fechado", "24/7"] {
            let hours = BusinessHours::parse(text);
            assert!(hours.is_fallback, "{text}");
            assert_eq!(hours.lines(), ["Segunda a sexta, 08:00–18:00"]);
        }
    }

    #[test]
    fn normalized_lines_are_parsed_to_the_same_lines() {
        for text in
            ["Seg a sex 8h às 12h e 13h às 18h\nSáb 9-13", "Quarta, 0h às 24h", "Dom e seg, 7h05 às 7h06"]
        {
            let lines = parsed_lines(text).join("\n");
            assert_eq!(parsed_lines(&lines).join("\n"), lines, "{text}");
        }
    }
}
