//! Where a page of contacts ends, in either order of the list.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::DateTime;

use super::model::Contact;
use crate::platform::{
    clock::Timestamp,
    error::{Error, Result},
    paging::{Cursor, PageKey},
};

const BAD: Error = Error::BadRequest("O cursor de paginação é inválido.");

/// The last row of a page of the list that has late ones on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// When the first page was asked for: what becomes late meanwhile stays where it was.
    pub at: Timestamp,
    pub is_late: bool,
    /// With the moment it was due instead of the one it came in, where it is late.
    pub cursor: Cursor,
}

impl Place {
    #[must_use]
    pub fn of(contact: &Contact, at: Timestamp) -> Self {
        let late = contact.waits_until.filter(|due| *due < at);
        let moment = late.unwrap_or(contact.created_at);
        Self { at, is_late: late.is_some(), cursor: Cursor { created_at: moment, id: contact.id } }
    }
}

/// What a page goes on from, in whichever order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactKey {
    Newest(Cursor),
    LateFirst(Place),
}

impl PageKey for ContactKey {
    fn encode(self) -> String {
        match self {
            Self::Newest(cursor) => cursor.encode(),
            Self::LateFirst(Place { at, is_late, cursor }) => {
                let mut bytes = at.timestamp_micros().to_be_bytes().to_vec();
                bytes.push(is_late.into());
                format!("{}.{}", URL_SAFE_NO_PAD.encode(bytes), cursor.encode())
            }
        }
    }

    fn decode(text: &str) -> Result<Self> {
        let Some((head, cursor)) = text.split_once('.') else {
            return Ok(Self::Newest(Cursor::decode(text)?));
        };
        let Ok(bytes) = URL_SAFE_NO_PAD.decode(head) else { return Err(BAD) };
        let Some((micros, &[is_late @ 0..=1])) = bytes.split_first_chunk::<8>() else { return Err(BAD) };
        let at = DateTime::from_timestamp_micros(i64::from_be_bytes(*micros)).ok_or(BAD)?;
        Ok(Self::LateFirst(Place { at, is_late: is_late == 1, cursor: Cursor::decode(cursor)? }))
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_place_survives_the_trip_and_garbage_does_not() {
        let cursor = Cursor { created_at: Timestamp::default(), id: Uuid::from_u128(7) };
        for is_late in [true, false] {
            let key = ContactKey::LateFirst(Place { at: Timestamp::default(), is_late, cursor });
            assert_eq!(ContactKey::decode(&key.encode()).expect("decodes"), key);
        }
        let key = ContactKey::Newest(cursor);
        assert_eq!(ContactKey::decode(&key.encode()).expect("decodes"), key);
        for garbage in ["", ".", "x.y", &format!("AAAAAAAAAAAC.{}", cursor.encode()), "AAAAAAAAAAAA."] {
            ContactKey::decode(garbage).expect_err(garbage);
        }
    }
}
