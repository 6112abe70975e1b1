//! Pages of a list by keyset: a cursor names the last row seen, so that new rows don't shift what follows.

use axum::{
    Json,
    http::{HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::DateTime;
use serde::Serialize;
use uuid::Uuid;

use super::{
    clock::Timestamp,
    error::{Error, Result},
};

pub const MAX_LIMIT: u64 = 100;

/// The last row of a page of a list sorted by time and id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    pub created_at: Timestamp,
    pub id: Uuid,
}

impl Cursor {
    #[must_use]
    pub fn encode(self) -> String {
        let mut bytes = self.created_at.timestamp_micros().to_be_bytes().to_vec();
        bytes.extend_from_slice(self.id.as_bytes());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    pub fn decode(text: &str) -> Result<Self> {
        let bad = Error::BadRequest("O cursor de paginação é inválido.");
        let Ok(bytes) = URL_SAFE_NO_PAD.decode(text) else { return Err(bad) };
        let Some((micros, id)) = bytes.split_first_chunk::<8>() else { return Err(bad) };
        let created_at = DateTime::from_timestamp_micros(i64::from_be_bytes(*micros));
        let (Some(created_at), Ok(id)) = (created_at, Uuid::from_slice(id)) else { return Err(bad) };
        Ok(Self { created_at, id })
    }
}

/// At most [`MAX_LIMIT`] rows; that many when nothing is asked for.
pub fn limit(asked: Option<u64>) -> Result<u64> {
    match asked {
        None => Ok(MAX_LIMIT),
        Some(limit) if (1..=MAX_LIMIT).contains(&limit) => Ok(limit),
        Some(_) => Err(Error::BadRequest("O limite por página vai de 1 a 100.")),
    }
}

/// A bare array, with the way to the next page and the count of all in its headers.
pub struct Page<T> {
    pub items: Vec<T>,
    pub total: u64,
    /// Path and query of the next page.
    pub next: Option<String>,
}

impl<T: Serialize> IntoResponse for Page<T> {
    fn into_response(self) -> Response {
        self.into_list(|items| items)
    }
}

impl<T> Page<T> {
    /// With another body than a bare array.
    pub fn into_list<B: Serialize>(self, body: impl FnOnce(Vec<T>) -> B) -> Response {
        static TOTAL: HeaderName = HeaderName::from_static("x-total-count");
        let mut response = Json(body(self.items)).into_response();
        response.headers_mut().insert(TOTAL.clone(), HeaderValue::from(self.total));
        if let Some(next) = self.next
            && let Ok(link) = HeaderValue::from_str(&format!("<{next}>; rel=\"next\""))
        {
            response.headers_mut().insert(header::LINK, link);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_survives_the_trip_and_garbage_does_not() {
        let cursor = Cursor { created_at: Timestamp::default(), id: Uuid::from_u128(7) };
        assert_eq!(Cursor::decode(&cursor.encode()).expect("decodes"), cursor);
        for garbage in ["", "x", "AAAA", "é", &"A".repeat(400)] {
            Cursor::decode(garbage).expect_err(garbage);
        }
    }
}
