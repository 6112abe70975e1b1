//! Parses a line of the business hours: 'Segunda a sexta, 8h às 12h e 13h às 18h'.

use super::{DAY_MINUTES, Span, WEEK};
use crate::platform::text;

/// Days and their business hours, parsed from a line or a part of it.
pub(super) struct DaysAndSpans {
    /// Monday is 0.
    pub days: Vec<usize>,
    /// Empty if the company is closed on these days.
    pub spans: Vec<Span>,
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
pub(super) fn parse_line(line: &str) -> Option<Vec<DaysAndSpans>> {
    let tokens = without_closed_holidays(tokens(line));
    let is_known = |token: &Token| *token != Token::Other;
    let known = &tokens[tokens.iter().position(is_known)?..=tokens.iter().rposition(is_known)?];
    if known.iter().any(|token| matches!(token, Token::Other | Token::Except | Token::Unsupported)) {
        return None;
    }
    parts(known).into_iter().map(DaysAndSpans::parse).collect()
}

/// Removes 'exceto feriados', because holidays are never working days. Does not remove it if days follow, as in 'exceto feriados e
/// domingos'.
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
        // In 'segunda - quarta - sexta', the dashes may stand for ranges or for a list.
        let is_ambiguous = |days: &[Token]| {
            matches!(days, [Token::Day(_), Token::To, Token::Day(_), Token::To, Token::Day(_)])
        };
        let has_days = !days.is_empty() && !tokens.windows(5).any(is_ambiguous);
        // On holidays the company is always closed.
        let are_days_valid = if has_holidays { is_closed } else { has_days };
        (are_days_valid && is_closed == spans.is_empty()).then_some(Self { days, spans })
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
const PHRASES: [(&str, &str); 22] = [
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
    ("todos os diasuteis", "diasuteis"),
    ("todo diasuteis", "diasuteis"),
    ("todos os dias", "diariamente"),
    ("todo dia", "diariamente"),
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
