//! Business hours, parsed from the text that staff write for visitors: 'Segunda a sexta, 08:00–18:00'.

use std::ops::RangeInclusive;

use chrono::Weekday;

use crate::platform::text;

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

/// Days and their business hours, parsed from a line or a part of it.
struct DaysAndSpans {
    /// Monday is 0.
    days: Vec<usize>,
    /// Empty if the company is closed on these days.
    spans: Vec<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    /// Monday is 0.
    Day(usize),
    Days(&'static [usize]),
    /// The national holidays, on which the company is always closed.
    Holidays,
    /// A range: 'a', 'até' or a dash.
    To,
    /// In minutes from midnight.
    Time(u16),
    Closed,
    /// 'exceto' and its synonyms.
    Except,
    /// A word or number that changes the meaning of a line in a way that isn't supported: a negation, a break, a part of the
    /// day, or a number that is neither a time nor a day.
    Unsupported,
    /// Unknown text.
    Other,
}

/// Parses a line. `None` if one of its parts has no days or no valid times, or if the line has an unsupported word or number.
/// Unknown text is allowed only at the start and at the end. Between days and times it may say that these aren't business
/// hours: '9h às 18h, almoço 12h às 13h'.
fn parse_line(line: &str) -> Option<Vec<DaysAndSpans>> {
    let tokens = without_closed_holidays(tokens(line));
    let is_known = |token: &Token| *token != Token::Other;
    let known = &tokens[tokens.iter().position(is_known)?..=tokens.iter().rposition(is_known)?];
    if known.iter().any(|token| matches!(token, Token::Other | Token::Except | Token::Unsupported)) {
        return None;
    }
    parts(known).into_iter().map(DaysAndSpans::parse).collect()
}

/// Removes 'exceto feriados', because holidays are never working days. Does not if more days follow: 'exceto feriados e domingos'.
fn without_closed_holidays(mut tokens: Vec<Token>) -> Vec<Token> {
    let is_exception = |pair: &[Token]| pair == [Token::Except, Token::Holidays];
    if let Some(index) = tokens.windows(2).position(is_exception)
        && !tokens.get(index + 2).is_some_and(Token::is_day)
    {
        tokens.drain(index..index + 2);
    }
    tokens
}

/// Splits a line into groups of days with their times. Each group begins with what the line begins with: the days, as in
/// 'Segunda a sexta, 8h às 18h; sábado, 8h às 12h', or the times, as in '8h às 18h de segunda a sexta, 8h às 12h no sábado'.
fn parts(tokens: &[Token]) -> Vec<&[Token]> {
    let starts_with_days =
        tokens.iter().find(|token| token.is_day() || token.is_hours()).is_some_and(Token::is_day);
    let mut parts = Vec::new();
    // Whether the current group has the second half: times after its days, or days after its times.
    let (mut start, mut is_complete) = (0, false);
    for (index, token) in tokens.iter().enumerate() {
        let (begins, completes) = if starts_with_days {
            (token.is_day(), token.is_hours())
        } else {
            (token.is_hours(), token.is_day())
        };
        if begins && is_complete {
            parts.push(&tokens[start..index]);
            (start, is_complete) = (index, false);
        }
        is_complete |= completes;
    }
    parts.push(&tokens[start..]);
    parts
}

impl DaysAndSpans {
    /// Parses a part of a line. `None` if it has no days, or neither valid times nor 'fechado', or both, or times on holidays.
    fn parse(tokens: &[Token]) -> Option<Self> {
        let days = days(tokens);
        let spans = spans(tokens)?;
        let is_closed = tokens.contains(&Token::Closed);
        let has_holidays = tokens.contains(&Token::Holidays);
        let is_chain = |days: &[Token]| {
            matches!(days, [Token::Day(_), Token::To, Token::Day(_), Token::To, Token::Day(_)])
        };
        let has_days = !days.is_empty() && !tokens.windows(5).any(is_chain);
        let is_valid = if has_holidays { is_closed } else { has_days };
        (is_valid && is_closed == spans.is_empty()).then_some(Self { days, spans })
    }
}

impl Token {
    fn is_day(&self) -> bool {
        matches!(self, Self::Day(_) | Self::Days(_) | Self::Holidays)
    }

    /// Returns whether the token says when the company is open or that it is closed.
    fn is_hours(&self) -> bool {
        matches!(self, Self::Time(_) | Self::Closed)
    }
}

/// Returns the spans of time, such as '8h às 12h'. `None` if a time has no counterpart, or is after it. A single '24h' is a whole
/// day.
fn spans(tokens: &[Token]) -> Option<Vec<Span>> {
    let times = tokens.iter().filter(|token| matches!(token, Token::Time(_)));
    if times.eq([&Token::Time(DAY_MINUTES)]) {
        return Some(vec![Span { opens: 0, closes: DAY_MINUTES }]);
    }
    let mut spans = Vec::new();
    let mut rest = tokens.iter();
    while let Some(token) = rest.next() {
        let Token::Time(opens) = *token else { continue };
        rest.next().filter(|token| **token == Token::To)?;
        let Token::Time(end) = *rest.find(|token| **token != Token::To)? else { return None };
        // '18h às 0h' ends at midnight.
        let closes = if end == 0 { DAY_MINUTES } else { end };
        spans.push(Some(Span { opens, closes }).filter(|span| span.opens < span.closes)?);
    }
    Some(spans)
}

/// Returns the named days in the order of the week. A range may cross the end of the week: 'sábado a segunda'. 'Segunda a
/// segunda' is the whole week.
fn days(tokens: &[Token]) -> Vec<usize> {
    let mut found = [false; WEEK];
    let mut previous: Option<usize> = None;
    let mut is_range = false;
    for token in tokens {
        match *token {
            Token::Day(day) => {
                if let Some(first) = previous.filter(|_| is_range) {
                    let length = if day == first { WEEK - 1 } else { (day + WEEK - first) % WEEK };
                    (0..=length).for_each(|step| found[(first + step) % WEEK] = true);
                }
                found[day] = true;
                (previous, is_range) = (Some(day), false);
            }
            Token::Days(days) => days.iter().for_each(|day| found[*day] = true),
            Token::To => is_range = previous.is_some(),
            // A 'To' after a time joins times, not days.
            Token::Time(_) => (previous, is_range) = (None, false),
            _ => is_range = false,
        }
    }
    (0..WEEK).filter(|day| found[*day]).collect()
}

/// Phrases and their replacements, which are applied before a line is split into words.
const PHRASES: [(&str, &str); 23] = [
    ("º", ""),
    ("-feira", ""),
    // '8h:30' is '8h30'.
    ("h:", "h"),
    ("meio-dia", "12h"),
    ("meio dia", "12h"),
    ("meia-noite", "24h"),
    ("meia noite", "24h"),
    ("7 dias por semana", "diariamente"),
    ("por dia", ""),
    ("dias de semana", "diasuteis"),
    ("24/7", " 24h "),
    ("dias uteis", "diasuteis"),
    ("dia util", "diasuteis"),
    ("todos os dias ", "diariamente "),
    ("todos os dias,", "diariamente,"),
    ("todos os dias:", "diariamente:"),
    ("todo dia ", "diariamente "),
    ("todo dia,", "diariamente,"),
    ("24 horas", "24h"),
    ("24 h", "24h"),
    ("fim de semana", "fimdesemana"),
    ("fins de semana", "fimdesemana"),
    ("finais de semana", "fimdesemana"),
];

/// Splits a line such as 'Seg. à sex.: 8h30 às 18h' into tokens.
fn tokens(line: &str) -> Vec<Token> {
    let folded = PHRASES.iter().fold(text::fold(line), |text, (phrase, word)| text.replace(phrase, word));
    let mut tokens = Vec::new();
    let mut text = String::new();
    for c in folded.chars().chain([' ']) {
        let is_in_time = matches!(c, ':' | '.') && text.ends_with(|last: char| last.is_ascii_digit());
        if c.is_alphanumeric() || is_in_time {
            text.push(if c == '.' { ':' } else { c });
            continue;
        }
        if !text.is_empty() {
            tokens.extend(token(&std::mem::take(&mut text)));
        }
        if matches!(c, '-' | '–' | '—' | '‐' | '‑' | '−' | '~' | '→' | '>') {
            tokens.push(Token::To);
        }
    }
    tokens
}

/// Returns the token of a word. `None` for words to skip, such as the 'feira' of 'segunda-feira'.
fn token(text: &str) -> Option<Token> {
    const WORKING: &[usize] = &[0, 1, 2, 3, 4];
    const WEEKEND: &[usize] = &[5, 6];
    const ALL: &[usize] = &[0, 1, 2, 3, 4, 5, 6];
    let text = text.trim_end_matches(':');
    Some(match text {
        "feira" | "feiras" | "de" | "do" | "da" | "das" | "em" | "no" | "na" | "nos" | "nas" | "aos"
        | "os" | "todo" | "todos" | "e" | "h" | "hs" | "hrs" | "hora" | "horas" | "horario" | "comercial"
        | "funcionamento" | "atendimento" | "expediente" | "aberto" | "abertos" | "aberta" => return None,
        "seg" | "segunda" | "segundas" | "2ª" | "2a" | "2as" => Token::Day(0),
        "ter" | "terca" | "tercas" | "3ª" | "3a" | "3as" => Token::Day(1),
        "qua" | "quarta" | "quartas" | "4ª" | "4a" | "4as" => Token::Day(2),
        "qui" | "quinta" | "quintas" | "5ª" | "5a" | "5as" => Token::Day(3),
        "sex" | "sexta" | "sextas" | "6ª" | "6a" | "6as" => Token::Day(4),
        "sab" | "sabado" | "sabados" => Token::Day(5),
        "dom" | "domingo" | "domingos" => Token::Day(6),
        "diasuteis" => Token::Days(WORKING),
        "fimdesemana" => Token::Days(WEEKEND),
        "diariamente" => Token::Days(ALL),
        "a" | "as" | "ao" | "ate" => Token::To,
        "fechado" | "fechada" | "fechados" => Token::Closed,
        "feriado" | "feriados" => Token::Holidays,
        "exceto" | "menos" | "salvo" => Token::Except,
        "nao" | "sem" | "nunca" | "suspenso" | "suspensa" | "recesso" | "almoco" | "intervalo"
        | "plantao" | "plantoes" | "emergencia" | "emergencias" | "manha" | "tarde" | "noite"
        | "madrugada" | "alternado" | "alternados" | "quinzenal" | "quinzenalmente" => Token::Unsupported,
        number if number.starts_with(|c: char| c.is_ascii_digit()) => {
            time(number).map_or(Token::Unsupported, Token::Time)
        }
        _ => Token::Other,
    })
}

/// Parses `8`, `08`, `8h`, `8h30`, `8h30min`, `8h30m`, `08:30` or `08:30h` to minutes from midnight.
fn time(text: &str) -> Option<u16> {
    let text = ["min", "hrs", "hs", "h", "m"].iter().find_map(|unit| text.strip_suffix(unit)).unwrap_or(text);
    let (hours, minutes) = text.split_once([':', 'h']).unwrap_or((text, "0"));
    let number = |digits: &str| {
        let is_short_number = (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        is_short_number.then(|| digits.parse::<u16>().ok()).flatten()
    };
    let minute = number(hours)? * 60 + number(minutes).filter(|minutes| *minutes < 60)?;
    (minute <= DAY_MINUTES).then_some(minute)
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
