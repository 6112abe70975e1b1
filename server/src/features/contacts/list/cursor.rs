//! Cursors of the list of contacts. Each order has its own kind of cursor.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

use crate::{
    features::contacts::model::Contact,
    platform::{
        clock::Timestamp,
        error::Result,
        paging::{Cursor, INVALID_CURSOR, TimeCursor, decode_time},
    },
};

/// The position after a contact, in one of the orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactCursor {
    Newest(TimeCursor),
    LateFirst(LateFirstCursor),
    /// Id and deadline of a waiting contact.
    Deadline(TimeCursor),
    /// Id and time of the next step.
    NextStep(TimeCursor),
    /// Id and time of the last change of the stage.
    Stage(TimeCursor),
}

/// Start of an encoded [`ContactCursor::Deadline`].
const DEADLINE: &str = "d";
/// Start of an encoded [`ContactCursor::NextStep`].
const NEXT_STEP: &str = "n";
/// Start of an encoded [`ContactCursor::Stage`].
const STAGE: &str = "s";

/// The position after a contact in a list with the late contacts first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateFirstCursor {
    /// Time of the request for the first page. Later pages use it too, so that contacts that become late meanwhile don't
    /// move.
    pub as_of: Timestamp,
    pub is_late: bool,
    /// Id of the contact, with its deadline if it is late, or else with the time at which it was received.
    pub cursor: TimeCursor,
}

impl LateFirstCursor {
    /// Returns the position after `contact`.
    #[must_use]
    pub fn of(contact: &Contact, as_of: Timestamp) -> Self {
        let missed_deadline = contact.waits_until.filter(|deadline| *deadline < as_of);
        let time = missed_deadline.unwrap_or(contact.created_at);
        Self { as_of, is_late: missed_deadline.is_some(), cursor: TimeCursor { time, id: contact.id } }
    }
}

impl Cursor for ContactCursor {
    fn encode(self) -> String {
        match self {
            Self::Newest(cursor) => cursor.encode(),
            Self::LateFirst(LateFirstCursor { as_of, is_late, cursor }) => {
                let mut bytes = as_of.timestamp_micros().to_be_bytes().to_vec();
                bytes.push(is_late.into());
                format!("{}.{}", URL_SAFE_NO_PAD.encode(bytes), cursor.encode())
            }
            Self::Deadline(cursor) => format!("{DEADLINE}.{}", cursor.encode()),
            Self::NextStep(cursor) => format!("{NEXT_STEP}.{}", cursor.encode()),
            Self::Stage(cursor) => format!("{STAGE}.{}", cursor.encode()),
        }
    }

    fn decode(text: &str) -> Result<Self> {
        let Some((head, cursor)) = text.split_once('.') else {
            return Ok(Self::Newest(TimeCursor::decode(text)?));
        };
        match head {
            DEADLINE => return Ok(Self::Deadline(TimeCursor::decode(cursor)?)),
            NEXT_STEP => return Ok(Self::NextStep(TimeCursor::decode(cursor)?)),
            STAGE => return Ok(Self::Stage(TimeCursor::decode(cursor)?)),
            _ => {}
        }
        let Ok(bytes) = URL_SAFE_NO_PAD.decode(head) else { return Err(INVALID_CURSOR) };
        let Some((micros, &[is_late @ 0..=1])) = bytes.split_first_chunk::<8>() else {
            return Err(INVALID_CURSOR);
        };
        Ok(Self::LateFirst(LateFirstCursor {
            as_of: decode_time(*micros)?,
            is_late: is_late == 1,
            cursor: TimeCursor::decode(cursor)?,
        }))
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn time_cursor() -> TimeCursor {
        TimeCursor { time: Timestamp::default(), id: Uuid::from_u128(7) }
    }

    #[test]
    fn encoded_contact_cursor_is_decoded_to_the_same_cursor() {
        let late_first = |is_late| {
            let cursor = time_cursor();
            ContactCursor::LateFirst(LateFirstCursor { as_of: Timestamp::default(), is_late, cursor })
        };
        let kinds =
            [ContactCursor::Newest, ContactCursor::Deadline, ContactCursor::NextStep, ContactCursor::Stage];
        let cursors = kinds.map(|kind| kind(time_cursor()));
        for cursor in cursors.into_iter().chain([late_first(true), late_first(false)]) {
            assert_eq!(ContactCursor::decode(&cursor.encode()).expect("decodes"), cursor);
        }
    }

    #[test]
    fn invalid_contact_cursor_is_refused() {
        let with_unknown_flag = format!("AAAAAAAAAAAC.{}", time_cursor().encode());
        for invalid in ["", ".", "d.", "d.x", "x.y", &with_unknown_flag, "AAAAAAAAAAAA."] {
            ContactCursor::decode(invalid).expect_err(invalid);
        }
    }
}
