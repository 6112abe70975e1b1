//! Verification of the audit log: finds changed, missing and moved events.

use std::{fmt, str::FromStr};

use super::{chain, store};
use crate::{app::App, platform::error::Result};

/// Number of events that are read at once.
const PAGE: u64 = 500;
/// Number of problems after which the verification stops.
const MAX_PROBLEMS: usize = 20;
/// Number of hexadecimal digits of the MAC in an anchor.
const ANCHOR_DIGITS: usize = 16;

/// The sequence number of an event and the start of its MAC, such as `1234:0123456789abcdef`, to store outside the database.
/// Without an anchor, the verification can't detect that the whole log was replaced with an older copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    pub sequence: i64,
    pub mac: String,
}

impl fmt::Display for Anchor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.sequence, self.mac)
    }
}

impl FromStr for Anchor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let invalid = || format!("an anchor has the form 1234:0123456789abcdef, not '{text}'");
        let (sequence, mac) = text.trim().split_once(':').ok_or_else(invalid)?;
        let is_mac = mac.len() == ANCHOR_DIGITS && mac.chars().all(|c| c.is_ascii_hexdigit());
        let sequence = sequence.parse().ok().filter(|_| is_mac).ok_or_else(invalid)?;
        Ok(Self { sequence, mac: mac.to_lowercase() })
    }
}

/// A problem that the verification found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The log has no events, although the program records one when it creates the database.
    Empty,
    /// The events with the sequence numbers from `first` to `last` are missing.
    Missing { first: i64, last: i64 },
    /// The event with this sequence number was changed or moved.
    Changed(i64),
    /// The row with the end of the log was changed.
    HeadChanged,
    /// The event of the anchor has another MAC or is missing.
    AnchorLost(Anchor),
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(formatter, "the log is empty"),
            Self::Missing { first, last } if first == last => write!(formatter, "event {first} is missing"),
            Self::Missing { first, last } => write!(formatter, "events {first} to {last} are missing"),
            Self::Changed(sequence) => {
                write!(formatter, "event {sequence} was changed or moved")
            }
            Self::HeadChanged => write!(formatter, "the end of the log was changed"),
            Self::AnchorLost(anchor) => {
                write!(formatter, "event {} doesn't match the anchor {anchor}", anchor.sequence)
            }
        }
    }
}

/// The result of a verification.
#[derive(Debug)]
pub struct Report {
    pub events: u64,
    /// Number of events whose personal data was erased, completely or partly.
    pub erased: u64,
    /// The anchor of the last event, to store outside the database; `None` without events.
    pub anchor: Option<Anchor>,
    pub problems: Vec<Problem>,
}

/// Verifies all events. With `anchor`, also verifies that the log contains the event of that earlier anchor.
pub async fn verify(app: &App, anchor: Option<&Anchor>) -> Result<Report> {
    let head = store::head(app.db.reader()).await?;
    let mut walk =
        Walk { anchor, sequence: 0, mac: Some(String::new()), events: 0, erased: 0, problems: Vec::new() };
    if let Some(anchor) = anchor.filter(|anchor| !(1..=head.sequence).contains(&anchor.sequence)) {
        walk.problems.push(Problem::AnchorLost(anchor.clone()));
    }
    loop {
        let rows = store::list_after(app.db.reader(), walk.sequence, PAGE).await?;
        // Later events were added after the verification began.
        let mut rows = rows.into_iter().take_while(|row| row.sequence <= head.sequence).peekable();
        if rows.peek().is_none() || walk.problems.len() > MAX_PROBLEMS {
            break;
        }
        rows.for_each(|row| walk.step(app, &row));
    }
    walk.finish(app, &head).await
}

/// The state of a verification.
struct Walk<'a> {
    anchor: Option<&'a Anchor>,
    /// The sequence number of the last verified event; 0 before the first.
    sequence: i64,
    /// The MAC of that event; empty before the first event, `None` if the event is missing.
    mac: Option<String>,
    events: u64,
    erased: u64,
    problems: Vec<Problem>,
}

impl Walk<'_> {
    fn step(&mut self, app: &App, row: &store::events::Model) {
        if row.sequence != self.sequence + 1 {
            self.problems.push(Problem::Missing { first: self.sequence + 1, last: row.sequence - 1 });
            // The MAC of the previous event is unknown.
            self.mac = None;
        }
        let follows = self.mac.as_deref().is_none_or(|mac| chain::is_linked(&app.secret_key, mac, row));
        if !follows || !chain::is_personal_data_valid(&app.secret_key, row) {
            self.problems.push(Problem::Changed(row.sequence));
        }
        if let Some(anchor) = self.anchor.filter(|anchor| anchor.sequence == row.sequence)
            && !row.mac.starts_with(&anchor.mac)
        {
            self.problems.push(Problem::AnchorLost(anchor.clone()));
        }
        (self.sequence, self.mac) = (row.sequence, Some(row.mac.clone()));
        self.events += 1;
        self.erased += u64::from(row.erased_at.is_some());
    }

    async fn finish(mut self, app: &App, head: &store::heads::Model) -> Result<Report> {
        let has_stopped = self.problems.len() > MAX_PROBLEMS;
        if head.sequence == 0 {
            self.problems.push(Problem::Empty);
        } else if self.sequence < head.sequence && !has_stopped {
            self.problems.push(Problem::Missing { first: self.sequence + 1, last: head.sequence });
        }
        // The head is read second, so that it includes an event that is added between the two reads.
        let last_sequence = store::last_sequence(app.db.reader()).await?;
        let current_head = store::head(app.db.reader()).await?;
        let is_proven = head.sequence == 0 || chain::is_proven(&app.secret_key, head);
        let has_other_mac = self.sequence == head.sequence && self.mac.as_deref() != Some(&head.mac);
        let is_before_last_event = last_sequence > current_head.sequence;
        if !is_proven || (has_other_mac && !has_stopped) || is_before_last_event {
            self.problems.push(Problem::HeadChanged);
        }
        let mac = self.mac.filter(|mac| !mac.is_empty());
        let anchor =
            mac.map(|mac| Anchor { sequence: self.sequence, mac: mac.chars().take(ANCHOR_DIGITS).collect() });
        Ok(Report { events: self.events, erased: self.erased, anchor, problems: self.problems })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsed_anchor_is_written_as_the_same_text() {
        let anchor: Anchor = "12:00112233445566ff".parse().expect("an anchor");
        assert_eq!(anchor.to_string(), "12:00112233445566ff");
    }

    #[test]
    fn text_that_is_not_an_anchor_is_refused() {
        for text in ["", "12", "12:", "12:0011", "x:00112233445566ff", "12:00112233445566fg"] {
            text.parse::<Anchor>().expect_err(text);
        }
    }
}
